#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/recording/recording.h"

/// What makes a recording small where it travels inside a page.
namespace tactus::recording {

/// The nearest multiple of `quantum`, which is a power of two.
float Quantize(float x, float quantum);

/// `x` to `bits` binary digits.
float RoundToBits(float x, int bits);

/// A power of two [m] that nobody sees missing from a position: at most a
/// thousandth of the smallest size of a shape or of an edge of a surface, which
/// counts from a millimetre to a decimetre.
float ChooseQuantum(const Recording& recording);

/// The bytes as a stream of zlib's (RFC 1950), which browsers read.
/// @throws std::runtime_error if memory does not suffice.
std::string Compress(std::string_view bytes);

/// The same of words of four bytes each, by planes: all first bytes, then all
/// second ones, and so on. Neighbouring numbers differ in their last bytes
/// alone, and rounded ones have zeros there.
/// @pre bytes.size() is a multiple of four.
std::string CompressWords(std::string_view bytes);

}  // namespace tactus::recording
