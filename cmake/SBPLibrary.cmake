# sbp_compiler_target(NAME [HEADER]): options of the compiler's code, without RTTI and exceptions. HEADER is the precompiled
# header of this target alone, else it has the shared one.
function(sbp_compiler_target name)
  target_include_directories(${name} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS} ${LLD_INCLUDE_DIRS})
  target_compile_definitions(${name} PRIVATE ${SBP_LLVM_DEFINITIONS})
  # Programs are built like libraries (-fPIC, not -fPIE), or they could not share the precompiled header.
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  # libstdc++ 12 marks as deprecated what its own stable_sort uses.
  target_compile_options(${name} PRIVATE -fPIC -fno-rtti -fno-exceptions -Wno-deprecated-declarations)
  if(ARGC GREATER 1)
    target_precompile_headers(${name} PRIVATE "\"${ARGV1}\"") # by no absolute path, for the compiler cache
  else()
    target_precompile_headers(${name} REUSE_FROM SBPPrecompiled)
  endif()
endfunction()

# sbp_add_library(NAME [LINK libs...] [DEPENDS targets...] [SOURCES files...] [ROOMS folders...] [PRECOMPILED header])
# A static compiler library of all .cpp files beside the CMakeLists.txt and in its ROOMS. Names MLIR and LLVM (the shared libraries) only: a
# static MLIRxyz beside them would duplicate options.
function(sbp_add_library name)
  cmake_parse_arguments(ARG "" "PRECOMPILED" "LINK;DEPENDS;SOURCES;ROOMS" ${ARGN})
  if(NOT ARG_SOURCES)
    set(patterns ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
    foreach(room ${ARG_ROOMS})
      list(APPEND patterns ${CMAKE_CURRENT_SOURCE_DIR}/${room}/*.cpp)
    endforeach()
    file(GLOB ARG_SOURCES CONFIGURE_DEPENDS ${patterns})
  endif()
  add_library(${name} STATIC ${ARG_SOURCES})
  sbp_compiler_target(${name} ${ARG_PRECOMPILED})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} MLIR LLVM)
  add_dependencies(${name} SBPTablegen ${ARG_DEPENDS})
endfunction()

# sbp_add_tool(NAME LINK libs...): a program of build/bin from the .cpp files beside the CMakeLists.txt.
function(sbp_add_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  add_executable(${name} ${sources})
  sbp_compiler_target(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} MLIR LLVM)
  add_dependencies(${name} SBPTablegen)
  set_target_properties(${name} PROPERTIES INSTALL_RPATH "$ORIGIN/../lib;${LLVM_LIBRARY_DIR}")
endfunction()

# sbp_add_unit_test(NAME LINK libs... [RUNTIME]): GoogleTest program build/bin/unit/NAME, known to ctest.
# RUNTIME: without LLVM, with exceptions, as the runtime is built.
function(sbp_add_unit_test name)
  cmake_parse_arguments(ARG "RUNTIME" "" "LINK;SOURCES" ${ARGN})
  if(NOT ARG_SOURCES)
    file(GLOB ARG_SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin/unit)
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gtest GTest::gtest_main)
  if(NOT ARG_RUNTIME)
    sbp_compiler_target(${name})
    target_link_libraries(${name} PRIVATE MLIR LLVM)
    add_dependencies(${name} SBPTablegen)
  endif()
  add_test(NAME ${name} COMMAND ${name})
endfunction()


# Adds every folder below this one that has a CMakeLists.txt.
macro(sbp_add_subdirectories)
  file(GLOB folders RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*/CMakeLists.txt)
  foreach(folder ${folders})
    get_filename_component(folder ${folder} DIRECTORY)
    add_subdirectory(${folder})
  endforeach()
endmacro()
