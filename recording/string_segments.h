#pragma once

#include <cstddef>
#include <vector>

#include "tactus/recording/recording.h"
#include "tactus/recording/tessellation.h"

/// What strings are drawn with: thin straight pieces from corner to corner.
namespace tactus::recording {

/// The tension, of either sign, that has the last colour [N]: what nine in ten
/// of those that pull or push do not exceed. Zero where none does.
double ChooseTensionScale(const Recording& recording);

/// A hundredth of what is typical for a string's length at first [m]; zero
/// where there are none.
double ChooseStringRadius(const Recording& recording);

/// A straight piece of a string, by frame: what turns and stretches a tube of
/// radius and length one, from the origin along z, to be it.
struct StringSegment {
  int string{};  ///< Index into Recording::strings.
  std::vector<Vector3d> translations;
  std::vector<Quaterniond> rotations;  ///< Unit; they turn without a jump.
  /// Zero where the string has fewer corners, or there is none.
  std::vector<Vector3d> scales;
};
std::vector<StringSegment> MakeStringSegments(const Recording& recording);

/// Open at its ends; normals stand across it, however it is stretched.
RenderMesh MakeTube();

/// What the strings of a frame take in memory [bytes].
std::size_t CountStringBytes(const Frame& frame);

}  // namespace tactus::recording
