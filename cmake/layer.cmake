# add_layer(<folder> [USES <folder>...] [LINK <library>...] [PRIVATE <library>...])
#
# One library per top-level folder: target tactus_<folder>, alias
# tactus::<folder>. USES drives both linking and the include-graph check, so the
# list of layers in the top CMakeLists.txt is the architecture.
function(add_layer folder)
  cmake_parse_arguments(PARSE_ARGV 1 layer "" "" "USES;LINK;PRIVATE")
  set(target tactus_${folder})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.h)

  if(NOT sources)
    return()
  endif()
  add_library(${target} STATIC ${sources})
  add_library(tactus::${folder} ALIAS ${target})
  target_sources(${target} PUBLIC FILE_SET HEADERS
    BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${headers})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:include>)
  target_link_libraries(${target} PUBLIC tactus_options ${layer_LINK}
    PRIVATE ${layer_PRIVATE})
  foreach(used IN LISTS layer_USES)
    if(TARGET tactus::${used})
      target_link_libraries(${target} PUBLIC tactus::${used})
    endif()
  endforeach()
  target_precompile_headers(${target} PRIVATE
    <Eigen/Core> <Eigen/Geometry> <vector> <string> <memory> <functional>)
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${folder}
    POSITION_INDEPENDENT_CODE ON
    VERIFY_INTERFACE_HEADER_SETS ON)

  install(TARGETS ${target} EXPORT tactus-targets
    FILE_SET HEADERS DESTINATION include/tactus)
  list(JOIN layer_USES "+" uses)
  set_property(GLOBAL APPEND PROPERTY TACTUS_LAYERS "${folder}=${uses}")
endfunction()
