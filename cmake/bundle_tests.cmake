# Test sources are compiled several at a time: what takes a compiler long in a test,
# templates of Eigen and of the standard library, is the same in its neighbours.
#
# bundle_tests(<variable> <source>...): sets the variable to generated sources, each of
# which has up to TACTUS_BUNDLE_TESTS sources of one folder one after the other. What
# a source has in an unnamed namespace stands in one of its own within that, so that
# neighbours may use the same names.
set(TACTUS_BUNDLE_TESTS 8 CACHE STRING "Test sources compiled at a time; 1: each alone")

# Run as a script, this file writes such a source:
#
#   cmake -D OUTPUT=... -D FROM=... -P bundle_tests.cmake -- <source>...
if(CMAKE_SCRIPT_MODE_FILE)
  set(bundle "")
  math(EXPR last "${CMAKE_ARGC} - 1")
  set(is_source OFF)
  foreach(i RANGE ${last})
    set(argument ${CMAKE_ARGV${i}})
    if(is_source)
      file(READ ${argument} text)
      string(REPLACE "\nnamespace {\n" "\nnamespace { namespace source_${i} {\n"
        text "${text}")
      string(REPLACE "\n}  // namespace\n" "\n}}\n" text "${text}")
      # Sources are named as the compiler sees them, alike in every clone.
      cmake_path(RELATIVE_PATH argument BASE_DIRECTORY ${FROM} OUTPUT_VARIABLE name)
      string(APPEND bundle "#line 1 \"${name}\"\n${text}\n")
    elseif(argument STREQUAL "--")
      set(is_source ON)
    endif()
  endforeach()
  file(WRITE ${OUTPUT} "${bundle}")
  return()
endif()

function(bundle_tests variable)
  set(bundles "")
  set(num_bundled 0)
  set(rest ${ARGN})
  while(rest)
    # Sources that follow each other in one folder.
    list(GET rest 0 first)
    cmake_path(GET first PARENT_PATH folder)
    set(group "")
    foreach(source IN LISTS rest)
      cmake_path(GET source PARENT_PATH parent)
      list(LENGTH group size)
      if(NOT parent STREQUAL folder OR size EQUAL TACTUS_BUNDLE_TESTS)
        break()
      endif()
      list(APPEND group ${source})
    endforeach()
    list(REMOVE_ITEM rest ${group})
    list(LENGTH group size)
    math(EXPR num_bundled "${num_bundled} + ${size}")
    cmake_path(RELATIVE_PATH first BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    set(bundle ${CMAKE_CURRENT_BINARY_DIR}/bundles/${first})
    add_custom_command(OUTPUT ${bundle}
      COMMAND ${CMAKE_COMMAND} -D OUTPUT=${bundle} -D FROM=${PROJECT_BINARY_DIR}
        -P ${PROJECT_SOURCE_DIR}/cmake/bundle_tests.cmake -- ${group}
      DEPENDS ${group} ${PROJECT_SOURCE_DIR}/cmake/bundle_tests.cmake
      COMMENT "Bundling the tests from ${first} on" VERBATIM)
    list(APPEND bundles ${bundle})
  endwhile()
  list(LENGTH ARGN given)
  if(NOT num_bundled EQUAL given)
    message(FATAL_ERROR "${num_bundled} of ${given} test sources are in bundles")
  endif()
  set(${variable} ${bundles} PARENT_SCOPE)
endfunction()
