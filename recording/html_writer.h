#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "tactus/recording/recording.h"

namespace tactus::recording {

/// The viewer page that was built with this program: share/tactus/viewer.html
/// beside the folder of the executable, in the build tree as where installed;
/// or the one that the environment variable TACTUS_VIEWER_PAGE names. Nothing
/// when the program was built without node.
std::optional<std::filesystem::path> FindViewerPage();

/// One HTML page with the recording inside, which needs nothing else and
/// fetches nothing. `viewer_page` is the text of the viewer page.
///
/// The recording replaces the marker @RECORDING@, as JSON: title, notes, start
/// and duration [s], glb (base 64), and forces: times (32-bit floats), counts
/// (32-bit unsigned) per frame and values x y z fx fy fz (32-bit floats) per
/// contact, little-endian, in base 64.
///
/// @throws std::invalid_argument unless the page has the marker exactly once.
std::string MakeHtml(const Recording& recording, std::string_view viewer_page);

}  // namespace tactus::recording
