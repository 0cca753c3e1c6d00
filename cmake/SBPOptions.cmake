# Build-wide switches: sanitizers, linker, compiler cache.
set(SBP_SANITIZE "" CACHE STRING "sanitizers of the build: empty, 'address,undefined' or 'thread'")

add_compile_options(-Wall -Wextra -Wno-unused-parameter -fno-omit-frame-pointer)
if(SBP_SANITIZE)
  add_compile_options(-fsanitize=${SBP_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${SBP_SANITIZE})
endif()
add_link_options(-fuse-ld=lld)

# A PCH defeats ccache unless its timestamp is left out, and ccache is told what may differ and what it was made of.
find_program(SBP_CCACHE ccache)
if(SBP_CCACHE)
  set(SBP_CCACHE_LAUNCHER ${CMAKE_SOURCE_DIR}/cmake/launch-compiler ${CMAKE_SOURCE_DIR} ${SBP_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${SBP_CCACHE_LAUNCHER})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${SBP_CCACHE_LAUNCHER})
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang\ -fno-pch-timestamp>)
endif()
