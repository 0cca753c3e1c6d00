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

# Most of the time that a file takes is the code of its headers, so builds that begin from nothing compile several files as one in
# less than half of the time. The development build does not: a changed file is compiled alone, and clang-tidy finds its command.
option(SBP_JOIN_SOURCES "compile up to ten files of a folder of the compiler together" OFF)

# sbp_join_sources(VARIABLE APART...): replaces the files in the list VARIABLE by files that include up to ten of one folder.
# The files and folders APART, and generated files, stay. Includes name no absolute path, for the compiler cache.
function(sbp_join_sources variable)
  set(result)
  set(groups)
  foreach(source ${${variable}})
    file(RELATIVE_PATH name ${CMAKE_CURRENT_SOURCE_DIR} ${source})
    get_filename_component(folder "${name}" DIRECTORY)
    set(apart ${ARGN} "..") # not empty, or every file next to the CMakeLists.txt would be in it
    if(folder MATCHES "^[.][.]" OR folder IN_LIST apart OR name IN_LIST apart)
      list(APPEND result ${source})
      continue()
    endif()
    # With the namespaces that they use, since a name of two of them is ambiguous: mlir::Value and llvm::Value.
    file(STRINGS ${source} namespaces REGEX "^using namespace ")
    string(REPLACE "using namespace " "" namespaces "${namespaces}")
    string(MAKE_C_IDENTIFIER "joined/${folder}/${namespaces}" group)
    list(APPEND groups ${group})
    list(APPEND ${group} ${source})
  endforeach()
  list(REMOVE_DUPLICATES groups)
  foreach(group ${groups})
    list(LENGTH ${group} count)
    foreach(begin RANGE 0 ${count} 10)
      if(begin EQUAL count)
        continue()
      endif()
      list(SUBLIST ${group} ${begin} 10 files)
      set(content "")
      foreach(file ${files})
        file(RELATIVE_PATH file ${CMAKE_SOURCE_DIR} ${file})
        string(APPEND content "#include \"${file}\"\n")
      endforeach()
      set(joined ${CMAKE_CURRENT_BINARY_DIR}/${group}_${begin}.cpp)
      file(CONFIGURE OUTPUT ${joined} CONTENT "${content}")
      list(APPEND result ${joined})
    endforeach()
  endforeach()
  set(${variable} ${result} PARENT_SCOPE)
endfunction()

# sbp_add_library(NAME [LINK libs...] [DEPENDS targets...] [SOURCES files...] [ROOMS folders...] [APART files and folders...]
#                 [PRECOMPILED header])
# A static compiler library of all .cpp files beside the CMakeLists.txt and in its ROOMS. Names MLIR and LLVM (the shared libraries) only: a
# static MLIRxyz beside them would duplicate options. Names that are local to a file are unique in its folder, because its files may be
# compiled together. APART: files with options of their own, and folders whose files contributors write after one pattern.
function(sbp_add_library name)
  cmake_parse_arguments(ARG "" "PRECOMPILED" "LINK;DEPENDS;SOURCES;ROOMS;APART" ${ARGN})
  if(NOT ARG_SOURCES)
    set(patterns ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
    foreach(room ${ARG_ROOMS})
      list(APPEND patterns ${CMAKE_CURRENT_SOURCE_DIR}/${room}/*.cpp)
    endforeach()
    file(GLOB ARG_SOURCES CONFIGURE_DEPENDS ${patterns})
  endif()
  if(SBP_JOIN_SOURCES)
    sbp_join_sources(ARG_SOURCES ${ARG_APART})
  endif()
  add_library(${name} STATIC ${ARG_SOURCES})
  sbp_compiler_target(${name} ${ARG_PRECOMPILED})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} MLIR LLVM)
  add_dependencies(${name} SBPTablegen ${ARG_DEPENDS})
  if(SBP_JOIN_SOURCES)
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR})
  endif()
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
