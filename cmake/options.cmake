# Compile options that every layer, test and program shares: the interface
# target tactus_options.
option(TACTUS_BUILD_TESTS "Build the tests" ON)
option(TACTUS_BUILD_APPS "Build the tactus program" ON)
set(TACTUS_MARCH "auto" CACHE STRING
  "-march value; auto: x86-64-v3 where this machine has it, else the compiler's default")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

add_library(tactus_options INTERFACE)
target_compile_features(tactus_options INTERFACE cxx_std_20)
# One alignment for Eigen's types whatever -march a consumer compiles with, or
# the two would disagree about the layout of our structs.
target_compile_definitions(tactus_options INTERFACE EIGEN_MAX_ALIGN_BYTES=32)
target_link_libraries(tactus_options INTERFACE Eigen3::Eigen)
set_target_properties(tactus_options PROPERTIES EXPORT_NAME options)
install(TARGETS tactus_options EXPORT tactus-targets)

if(TACTUS_MARCH STREQUAL "auto")
  include(CheckCXXSourceRuns)
  check_cxx_source_runs(
    "int main() { return !(__builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\")); }"
    TACTUS_HAS_X86_64_V3)
  if(TACTUS_HAS_X86_64_V3)
    add_compile_options(-march=x86-64-v3)
  endif()
elseif(TACTUS_MARCH)
  add_compile_options(-march=${TACTUS_MARCH})
endif()

find_program(TACTUS_CCACHE ccache)
if(TACTUS_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The sloppiness lets ccache serve translation units with precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    ${TACTUS_CCACHE})
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
endif()
