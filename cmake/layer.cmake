# Headers are included as "tactus/<folder>/<name>.h", from the source tree by way
# of this link and from where they are installed alike.
set(TACTUS_INCLUDE_DIR ${PROJECT_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${TACTUS_INCLUDE_DIR})
file(CREATE_LINK ${PROJECT_SOURCE_DIR} ${TACTUS_INCLUDE_DIR}/tactus SYMBOLIC)

# add_headers(<target> <folder>): all headers below the folder become the
# target's, and each is to compile alone: target all_verify_interface_header_sets.
function(add_headers target folder)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS
    RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/${folder}/*.h)
  list(TRANSFORM headers PREPEND ${TACTUS_INCLUDE_DIR}/tactus/)
  target_sources(${target} PUBLIC FILE_SET HEADERS
    BASE_DIRS ${TACTUS_INCLUDE_DIR} FILES ${headers})
  set_target_properties(${target} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
endfunction()

# declare_layer(<folder> [<used folder>...]): what the folder may include, for
# cmake/check_layers.py.
function(declare_layer folder)
  list(JOIN ARGN "+" uses)
  set_property(GLOBAL APPEND PROPERTY TACTUS_LAYERS "${folder}=${uses}")
endfunction()

# add_layer(<folder> [USES <folder>...] [LINK <library>...] [PRIVATE <library>...])
#
# One library per top-level folder: target tactus_<folder>, alias
# tactus::<folder>. USES drives both linking and the include-graph check, so the
# list of layers in the top CMakeLists.txt is the architecture.
function(add_layer folder)
  cmake_parse_arguments(PARSE_ARGV 1 layer "" "" "USES;LINK;PRIVATE")
  set(target tactus_${folder})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  # Programs are not part of the library.
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$|/manual/")
  add_library(${target} STATIC ${sources})
  add_library(tactus::${folder} ALIAS ${target})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  add_headers(${target} ${folder})
  list(TRANSFORM layer_USES PREPEND tactus:: OUTPUT_VARIABLE used)
  target_link_libraries(${target}
    PUBLIC tactus_options ${layer_LINK} ${used}
    PRIVATE ${layer_PRIVATE})
  target_precompile_headers(${target} PRIVATE
    <Eigen/Core> <Eigen/Geometry> <vector> <string> <memory> <functional>)
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${folder}
    POSITION_INDEPENDENT_CODE ON)
  install(TARGETS ${target} EXPORT tactus-targets FILE_SET HEADERS)
  declare_layer(${folder} ${layer_USES})
endfunction()
