#pragma once

#include <cstddef>
#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace tactus::systems {

/// An array of doubles: the last index runs fastest.
struct NpzArray {
  std::string name;
  std::vector<std::size_t> shape;
  std::span<const double> values;  ///< As many as the product of `shape`.
};

/// Writes arrays as NumPy does with numpy.savez():
///
///     with numpy.load("run.npz") as log:
///         t, pose = log["time"], log["body/hand/pose"]    # (n,), (n, 7)
///
/// The file is a zip archive [APPNOTE 6.3] of one entry NAME.npy per array,
/// stored, each
///
///     | local header | "\x93NUMPY" 1 0 | length | dictionary | values |
///
/// with a CRC-32, and then the archive's directory. The dictionary says '<f8',
/// row-major, and the shape [NEP 1]. Names may contain slashes.
/// @throws std::invalid_argument for two arrays of one name, a name that is
/// empty, a shape that does not fit the values, more than 65534 arrays, and
/// more than 4 GiB, which a plain zip archive cannot hold.
void WriteNpz(std::span<const NpzArray> arrays, std::ostream* out);

}  // namespace tactus::systems
