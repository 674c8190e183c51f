#pragma once

#include <string>
#include <string_view>

#include "tactus/recording/recording.h"

namespace tactus::recording {

/// One HTML page with the recording inside, which needs nothing else and
/// fetches nothing. `viewer_page` is its text (viewer_page.h).
///
/// The recording replaces the marker \@RECORDING\@, as JSON: title, notes,
/// start and duration [s], glb (base 64), and forces: times (32-bit floats),
/// counts (32-bit unsigned) per frame and values x y z fx fy fz (32-bit floats)
/// per contact, little-endian, in base 64; and steps, if there are any: names
/// of what limits them, and per StepInterval times, sizes, energies (32-bit
/// floats), limits, rejected (32-bit unsigned); and patches, if there are any:
/// the pressure of the last colour, and arrays from frames down to corners
/// (html_writer.cpp).
///
/// @throws std::invalid_argument unless the page has the marker exactly once.
std::string MakeHtml(const Recording& recording, std::string_view viewer_page);

}  // namespace tactus::recording
