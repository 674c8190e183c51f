# Headers are included as "tactus/<folder>/<name>.h": from the source tree by way
# of the link cmake/include/tactus, and from where they are installed alike.
set(TACTUS_INCLUDE_DIR ${PROJECT_SOURCE_DIR}/cmake/include)
include(sort_headers)

# find_files(<variable> <folder> <pattern> [<sub-folder>...]): the files below the
# folder, but for those below sub-folders that are layers of their own.
function(find_files variable folder pattern)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS
    RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/${folder}/${pattern})
  foreach(apart IN LISTS ARGN)
    list(FILTER found EXCLUDE REGEX "^${folder}/${apart}/")
  endforeach()
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# check_headers(<target> <header>...): each header is to compile alone, but for
# Eigen, with what users of the target link: target headers_alone.
add_custom_target(headers_alone)
function(check_headers target)
  sort_headers(sources ${TACTUS_INCLUDE_DIR} ${ARGN})
  foreach(beginning eigen model plant)
    if(NOT sources_${beginning})
      continue()
    endif()
    set(headers ${target}_headers_${beginning})
    add_library(${headers} OBJECT EXCLUDE_FROM_ALL ${sources_${beginning}})
    target_link_libraries(${headers} PRIVATE ${target})
    target_precompile_headers(${headers} REUSE_FROM tactus_precompiled_${beginning})
    # As the precompiled headers of layers.
    if(NOT beginning STREQUAL eigen)
      set_target_properties(${headers} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    endif()
    add_dependencies(headers_alone ${headers})
  endforeach()
endfunction()

# add_public_headers(<variable> <target> <folder> <pattern>...): the folder's headers
# by these patterns, which are installed, where tests/consumer compiles each alone.
function(add_public_headers variable target folder)
  set(public "")
  foreach(pattern IN LISTS ARGN)
    file(GLOB found CONFIGURE_DEPENDS
      RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/${folder}/${pattern})
    if(NOT found)
      message(FATAL_ERROR "${folder} has no header ${pattern} to make public")
    endif()
    list(APPEND public ${found})
  endforeach()
  set(${variable} ${public} PARENT_SCOPE)
  list(TRANSFORM public PREPEND "${folder} " OUTPUT_VARIABLE lines)
  set_property(GLOBAL APPEND PROPERTY TACTUS_PUBLIC_HEADERS ${lines})
  list(TRANSFORM public PREPEND ${TACTUS_INCLUDE_DIR}/tactus/)
  target_sources(${target} PUBLIC FILE_SET HEADERS
    BASE_DIRS ${TACTUS_INCLUDE_DIR} FILES ${public})
endfunction()

# declare_layer(<folder> [<used folder>...]): what the folder may include, for
# cmake/check_layers.py.
function(declare_layer folder)
  list(JOIN ARGN "+" uses)
  set_property(GLOBAL APPEND PROPERTY TACTUS_LAYERS "${folder}=${uses}")
endfunction()

# add_layer(<folder> [APART <sub-folder>...] [USES <folder>...]
#   [LINK <library>...] [PRIVATE <library>...] [EXPORT <set>]
#   [BEGIN basis|model|plant] PUBLIC <header>...)
#
# One library per layer: contact/icf is target tactus_contact_icf, alias
# tactus::contact_icf. APART names the sub-folders that are layers of their own.
# USES drives both linking and the include-graph check, so the list of layers in
# the top CMakeLists.txt is the architecture. EXPORT names another set of targets
# to be installed with than tactus-targets. BEGIN names the precompiled header
# (precompiled_headers.cmake) that its sources begin with. PUBLIC headers, by patterns,
# are installed.
function(add_layer folder)
  cmake_parse_arguments(PARSE_ARGV 1 layer "" "EXPORT;BEGIN" "APART;USES;LINK;PRIVATE;PUBLIC")
  if(NOT layer_EXPORT)
    set(layer_EXPORT tactus-targets)
  endif()
  if(NOT layer_BEGIN)
    set(layer_BEGIN basis)
  endif()
  string(REPLACE "/" "_" name ${folder})
  set(target tactus_${name})
  find_files(sources ${folder} *.cpp ${layer_APART})
  # Programs are not part of the library.
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$|/manual/")
  add_library(${target} STATIC ${sources})
  add_library(tactus::${name} ALIAS ${target})
  find_files(headers ${folder} *.h ${layer_APART})
  add_public_headers(public ${target} ${folder} ${layer_PUBLIC})
  list(REMOVE_ITEM headers ${public})
  check_headers(${target} ${headers})
  list(TRANSFORM layer_USES PREPEND tactus:: OUTPUT_VARIABLE used)
  list(TRANSFORM used REPLACE "/" "_")
  target_link_libraries(${target}
    PUBLIC tactus_options ${layer_LINK} ${used}
    PRIVATE ${layer_PRIVATE})
  target_precompile_headers(${target} REUSE_FROM
    tactus_precompiled_${layer_BEGIN})
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${name}
    POSITION_INDEPENDENT_CODE ON)
  compile_together(${target})
  install(TARGETS ${target} EXPORT ${layer_EXPORT} FILE_SET HEADERS)
  declare_layer(${folder} ${layer_USES})
endfunction()
