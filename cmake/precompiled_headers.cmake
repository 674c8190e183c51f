# Precompiled headers, each compiled once for all targets that begin with it.
#
# Most of a source's compile time went into what it shares with its neighbours:
# Eigen, and the templates that a model or a plant instantiates.
set(basis_headers
  <Eigen/Core> <Eigen/Geometry> <vector> <string> <memory> <functional>)
set(model_headers ${basis_headers}
  ${TACTUS_INCLUDE_DIR}/tactus/multibody/model.h)
set(plant_headers ${basis_headers}
  ${TACTUS_INCLUDE_DIR}/tactus/multibody/plant/multibody_plant.h)

# add_precompiled_header(<target> LINK <library>... HEADERS <header>...): where
# LINK has what the headers need, for
#
#     target_precompile_headers(<user> REUSE_FROM <target>)
#
# by targets that are compiled with the same options.
function(add_precompiled_header target)
  cmake_parse_arguments(PARSE_ARGV 1 header "" "" "LINK;HEADERS")
  # A header is compiled for a source, and each target wants one of its own.
  set(source ${PROJECT_BINARY_DIR}/${target}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// ${target}\n")
  add_library(${target} OBJECT ${source})
  target_include_directories(${target} PRIVATE ${TACTUS_INCLUDE_DIR})
  target_link_libraries(${target} PRIVATE tactus_options ${header_LINK})
  target_precompile_headers(${target} PRIVATE ${header_HEADERS})
  set(launcher ${PROJECT_SOURCE_DIR}/cmake/without_output.sh ${CMAKE_CXX_COMPILER_LAUNCHER})
  set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "${launcher}")
endfunction()

# For headers that are to compile alone.
add_precompiled_header(tactus_precompiled_eigen
  LINK spdlog::spdlog HEADERS <Eigen/Core> <Eigen/Geometry>)
set_target_properties(tactus_precompiled_eigen PROPERTIES EXCLUDE_FROM_ALL ON)

# Those of layers, which may become parts of shared libraries.
foreach(name basis model plant)
  add_precompiled_header(tactus_precompiled_${name}
    LINK spdlog::spdlog HEADERS ${${name}_headers})
  set_target_properties(tactus_precompiled_${name} PROPERTIES
    POSITION_INDEPENDENT_CODE ON)
endforeach()
