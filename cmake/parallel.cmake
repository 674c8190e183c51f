# OpenMP and CUDA, for the backends in solvers/comfree. Neither is needed: what is
# missing here, or switched off, those backends report when they are asked for.
set(TACTUS_CUDA "AUTO" CACHE STRING "AUTO: build for CUDA where nvcc works; or OFF")
set_property(CACHE TACTUS_CUDA PROPERTY STRINGS AUTO OFF)

# The thread sanitizer does not see the barriers of GCC's OpenMP, and would take
# every loop for a race.
set(TACTUS_HAS_OPENMP OFF)
if(NOT TACTUS_SANITIZE MATCHES "thread")
  find_package(OpenMP COMPONENTS CXX)
  set(TACTUS_HAS_OPENMP ${OpenMP_CXX_FOUND})
endif()

# find_cuda(): enables the language if a compiler for it works here.
macro(find_cuda)
  find_program(TACTUS_NVCC nvcc
    HINTS ENV CUDACXX ENV CUDA_PATH ENV CUDA_HOME
    PATHS /usr/local/cuda PATH_SUFFIXES bin)
  if(TACTUS_NVCC)
    if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
      set(ENV{CUDACXX} ${TACTUS_NVCC})
    endif()
    if(NOT CMAKE_CUDA_HOST_COMPILER)
      set(CMAKE_CUDA_HOST_COMPILER ${CMAKE_CXX_COMPILER})
    endif()
    # Turing, Ampere and Hopper; PTX for what comes after.
    if(NOT CMAKE_CUDA_ARCHITECTURES)
      set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 90)
    endif()
    include(CheckLanguage)
    check_language(CUDA)
    if(CMAKE_CUDA_COMPILER)
      enable_language(CUDA)
      # CMake 3.25 does not know that nvcc knows C++20.
      if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
        set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
      endif()
      set(CMAKE_CUDA_STANDARD 20)
      set(CMAKE_CUDA_EXTENSIONS OFF)
      find_package(CUDAToolkit)
    endif()
  endif()
endmacro()

set(TACTUS_HAS_CUDA OFF)
if(TACTUS_CUDA AND NOT TACTUS_SANITIZE AND NOT TACTUS_COVERAGE)
  find_cuda()
  if(TARGET CUDA::cudart_static)
    set(TACTUS_HAS_CUDA ON)
  endif()
endif()
message(STATUS "OpenMP: ${TACTUS_HAS_OPENMP}, CUDA: ${TACTUS_HAS_CUDA}")

# add_parallel_backends(<target>): makes the backends' flags, and what they link
# to, those of the target that compiles solvers/.
function(add_parallel_backends target)
  set(folder ${PROJECT_SOURCE_DIR}/solvers/comfree)
  if(TACTUS_HAS_OPENMP)
    # OpenMP for the one source only, or Eigen would divide its products among
    # threads. The flags differ from the precompiled header's.
    set_source_files_properties(${folder}/openmp_backend.cpp
      PROPERTIES COMPILE_OPTIONS "${OpenMP_CXX_FLAGS}" SKIP_PRECOMPILE_HEADERS ON)
    target_link_libraries(${target} PRIVATE $<LINK_ONLY:OpenMP::OpenMP_CXX>)
  endif()
  if(TACTUS_HAS_CUDA)
    add_cuda_backend(${target} ${folder})
  endif()
endfunction()

# A shared library, with CUDA's run-time library inside: who links to Tactus needs
# no CUDA, and the host compiler's flags are not nvcc's.
function(add_cuda_backend target folder)
  add_library(tactus_cuda SHARED ${folder}/cuda_backend.cu ${folder}/incidence.cpp)
  target_include_directories(tactus_cuda PRIVATE ${TACTUS_INCLUDE_DIR})
  target_compile_options(tactus_cuda PRIVATE
    $<$<COMPILE_LANGUAGE:CUDA>:--fmad=false>)
  set_target_properties(tactus_cuda PROPERTIES
    EXPORT_NAME cuda CUDA_RUNTIME_LIBRARY Static)
  install(TARGETS tactus_cuda EXPORT tactus-targets)
  set_source_files_properties(${folder}/backend.cpp
    PROPERTIES COMPILE_DEFINITIONS TACTUS_HAS_CUDA)
  target_link_libraries(${target} PRIVATE tactus_cuda)
endfunction()
