#pragma once

#include <string>
#include <string_view>

namespace tactus::recording {

/// The viewer page that was built into the library; empty where it was built
/// without node and npm, which the page is made with.
std::string_view EmbeddedViewerPage();

/// The text of the viewer page: of the file that the environment variable
/// TACTUS_VIEWER_PAGE names, for those who work on the viewer, or `embedded`.
/// @throws OutputError when that file cannot be read, or `embedded` is empty.
std::string LoadViewerPage(std::string_view embedded = EmbeddedViewerPage());

}  // namespace tactus::recording
