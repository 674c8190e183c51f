# Compile options that every layer, test and program shares: the interface
# target tactus_options, which is exported with the libraries.
option(TACTUS_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(TACTUS_BUILD_APPS "Build the tactus program" ${PROJECT_IS_TOP_LEVEL})
option(TACTUS_COVERAGE "Count the executed lines" OFF)
set(TACTUS_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize=")
set(TACTUS_MARCH "auto" CACHE STRING
  "-march value; auto: x86-64-v3 where this machine has it, else the compiler's default")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT CMAKE_BUILD_TYPE AND NOT multi_config)
  set(CMAKE_BUILD_TYPE Release)
endif()

add_library(tactus_options INTERFACE)
target_compile_features(tactus_options INTERFACE cxx_std_20)
target_link_libraries(tactus_options INTERFACE Eigen3::Eigen)
set_target_properties(tactus_options PROPERTIES EXPORT_NAME options)
install(TARGETS tactus_options EXPORT tactus-targets)

# The processor to compile for.
set(march ${TACTUS_MARCH})
if(march STREQUAL "auto")
  include(CheckCXXSourceRuns)
  check_cxx_source_runs(
    "int main() { return !(__builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\")); }"
    TACTUS_HAS_X86_64_V3)
  set(march "")
  if(TACTUS_HAS_X86_64_V3)
    set(march x86-64-v3)
  endif()
endif()

# Eigen lays its types out by the width of the vector registers, so a consumer
# must compile for the same ones or misread our structs: it gets our -march and,
# whatever else it sets, no wider alignment than ours. common/types.h insists on it.
if(march)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-march=${march}>)
  target_compile_options(tactus_options INTERFACE
    $<INSTALL_INTERFACE:-march=${march}>)
  set(CMAKE_REQUIRED_FLAGS -march=${march})
endif()
include(CheckCXXSourceCompiles)
string(MAKE_C_IDENTIFIER "TACTUS_HAS_AVX_${march}" has_avx)
check_cxx_source_compiles(
  "#ifndef __AVX__\n#error\n#endif\nint main() {}" ${has_avx})
unset(CMAKE_REQUIRED_FLAGS)
set(alignment 16)
if(${has_avx})
  set(alignment 32)
endif()
target_compile_definitions(tactus_options INTERFACE
  EIGEN_MAX_ALIGN_BYTES=${alignment} TACTUS_MAX_ALIGN_BYTES=${alignment})

# A product is rounded before it is added to a sum, whatever the compiler has inlined
# beside it. Results then depend neither on how sources are grouped, nor on the level of
# optimization, and the backends in solvers/comfree agree to the last bit. Eigen's kernels
# name their fused operations themselves, and keep them.
if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>)
endif()

# At -O3, GCC 12 follows branches that cannot be taken, and warns of what it sees
# there: vectors in Eigen's kernels for smaller matrices, strings of negative
# length, temporaries that were never built. So it does in instrumented code.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(follows_all $<CONFIG:Release>)
  if(TACTUS_SANITIZE)
    set(follows_all 1)
  endif()
  foreach(warning array-bounds maybe-uninitialized restrict stringop-overflow
      stringop-overread)
    add_compile_options(
      $<$<AND:${follows_all},$<COMPILE_LANGUAGE:CXX>>:-Wno-${warning}>)
  endforeach()
endif()

# Whoever links instrumented libraries needs the instrumentation's run-time.
if(TACTUS_SANITIZE)
  target_compile_options(tactus_options INTERFACE -fsanitize=${TACTUS_SANITIZE})
  target_link_options(tactus_options INTERFACE -fsanitize=${TACTUS_SANITIZE})
endif()
if(TACTUS_COVERAGE)
  add_compile_options(--coverage)
  target_link_options(tactus_options INTERFACE --coverage)
endif()

find_program(TACTUS_CCACHE ccache)
if(TACTUS_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The sloppiness lets ccache serve translation units with precompiled headers, and
  # paths below the source folder count from the build's: clones share their objects.
  set(CMAKE_CXX_COMPILER_LAUNCHER env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=true
    ${TACTUS_CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
  endif()
endif()
