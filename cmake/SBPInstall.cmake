# What `cmake --install BUILD --prefix P` copies. Nothing in P names P, so that the tree can be moved:
#   bin/                programs; they find lib/ and share/ next to their own folder
#   lib/                libraries with C interfaces, and sbp-mpi.so, which sbp-run loads under mpirun
#   include/            the headers of these libraries
#   share/sbp/rates/    rates of machines, which --rates=NAME reads
#   lib/cmake/SBP/      find_package(SBP): the targets SBP::runtime and, where it is built, SBP::compiler
# LLVM's shared libraries stay where they are.
include(CMakePackageConfigHelpers)

install(TARGETS sbp-opt sbp-interpret sbp-compile sbp-run RUNTIME DESTINATION bin)
if(TARGET sbp_mpi)
  install(TARGETS sbp_mpi LIBRARY DESTINATION lib)
endif()

# sbp_install_library(NAME COMPONENT HEADER): the shared library `NAME` becomes the target SBP::COMPONENT of the package.
function(sbp_install_library name component header)
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${component} INSTALL_RPATH "$ORIGIN;${LLVM_LIBRARY_DIR}")
  install(TARGETS ${name} EXPORT SBPTargets LIBRARY DESTINATION lib INCLUDES DESTINATION include)
  install(FILES ${header} DESTINATION include)
endfunction()
sbp_install_library(sbp_runtime runtime include/sbp_runtime.h)
set_target_properties(sbp_runtime PROPERTIES INSTALL_RPATH "$ORIGIN") # it links nothing of LLVM
if(TARGET sbp_compiler)
  sbp_install_library(sbp_compiler compiler include/sbp_compiler.h)
endif()

install(DIRECTORY share/ DESTINATION share/sbp)
install(FILES LICENSE THIRD_PARTY.md CHANGELOG.md DESTINATION share/doc/sbp)

set(package lib/cmake/SBP)
install(EXPORT SBPTargets NAMESPACE SBP:: DESTINATION ${package})
configure_package_config_file(cmake/SBPConfig.cmake.in ${CMAKE_BINARY_DIR}/SBPConfig.cmake INSTALL_DESTINATION ${package})
# Before 1.0 a new minor version may change what a program relies on.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/SBPConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/SBPConfig.cmake ${CMAKE_BINARY_DIR}/SBPConfigVersion.cmake DESTINATION ${package})
