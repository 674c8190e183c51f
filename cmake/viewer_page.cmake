# embed_viewer_page(<target> <folder>): bundles the viewer page from the folder and
# makes it part of the target, as the function EmbeddedViewerPage() of
# recording/viewer_page.h. Run as a script, this file writes that function, for an
# empty page where there is none:
#
#   cmake -D PAGE=... -D OUTPUT=... -P viewer_page.cmake
if(CMAKE_SCRIPT_MODE_FILE)
  set(text "")
  if(EXISTS "${PAGE}")
    file(READ "${PAGE}" text)
  endif()
  file(WRITE ${OUTPUT}
    "#include \"tactus/recording/viewer_page.h\"\n\n"
    "namespace tactus::recording {\n\n"
    "std::string_view EmbeddedViewerPage() {\n"
    "  return R\"page(${text})page\";\n}\n\n}  // namespace tactus::recording\n")
  return()
endif()

option(TACTUS_BUILD_VIEWER "Bundle the viewer of HTML pages, by node and npm"
  ${PROJECT_IS_TOP_LEVEL})
find_program(TACTUS_NODE node)
find_program(TACTUS_NPM npm)

function(embed_viewer_page target folder)
  set(folder ${PROJECT_SOURCE_DIR}/${folder})
  set(page "")
  if(TACTUS_BUILD_VIEWER AND TACTUS_NODE AND TACTUS_NPM)
    set(page ${PROJECT_BINARY_DIR}/viewer/viewer.html)
    file(GLOB page_sources CONFIGURE_DEPENDS ${folder}/*)
    add_custom_command(OUTPUT ${page}
      COMMAND ${CMAKE_COMMAND} -D NODE=${TACTUS_NODE} -D NPM=${TACTUS_NPM}
        -D SOURCE_DIR=${folder} -D WORK_DIR=${PROJECT_BINARY_DIR}/viewer
        -D OUTPUT=${page} -P ${folder}/build.cmake
      DEPENDS ${page_sources}
      COMMENT "Bundling the viewer page" VERBATIM)
  else()
    message(STATUS "no node, no npm or not wanted: no HTML pages of recordings")
  endif()
  set(output ${PROJECT_BINARY_DIR}/${target}_viewer_page.cpp)
  set(script ${PROJECT_SOURCE_DIR}/cmake/viewer_page.cmake)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D PAGE=${page} -D OUTPUT=${output} -P ${script}
    DEPENDS ${page} ${script}
    COMMENT "Embedding the viewer page" VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
