#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace tactus::test {

/// Spoils a file: the mutation `number` of `seed`, always the same one. One to
/// four times it flips a bit, drops, repeats or moves a piece, cuts the end
/// off, writes a number that readers trip over in the place of one that is
/// there, or puts in a piece of one of the `others`.
std::string Mutate(const std::string& seed, std::span<const std::string> others,
                   std::uint64_t number);

}  // namespace tactus::test
