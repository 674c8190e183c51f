#include "tactus/recording/compact.h"

#include <cmath>
#include <numbers>

#include <catch2/catch.hpp>
#include <zlib.h>

namespace tactus::recording {
namespace {

std::string MakeBytes(int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i) bytes.push_back(static_cast<char>(i * i));
  return bytes;
}

// A stream of up to 40000 bytes, by zlib's own decoder.
std::string Decompress(const std::string& stream) {
  uLongf size = 40000;
  std::string bytes(size, '\0');
  REQUIRE(uncompress(reinterpret_cast<Bytef*>(bytes.data()), &size,
                     reinterpret_cast<const Bytef*>(stream.data()),
                     stream.size()) == Z_OK);
  bytes.resize(size);
  return bytes;
}

// Byte k of word i stands at k n + i of a stream of planes.
std::string DecompressWords(const std::string& stream) {
  const std::string planes = Decompress(stream);
  const std::size_t n = planes.size() / 4;
  std::string bytes(planes.size(), '\0');
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < 4; ++k) bytes[4 * i + k] = planes[k * n + i];
  }
  return bytes;
}

TEST_CASE("Compress: any bytes -> come back") {
  for (const int size : {0, 4, 100, 40000}) {
    CHECK(Decompress(Compress(MakeBytes(size))) == MakeBytes(size));
    CHECK(DecompressWords(CompressWords(MakeBytes(size))) == MakeBytes(size));
  }
}

TEST_CASE("CompressWords: words -> a stream of their first bytes, and so on") {
  CHECK(Decompress(CompressWords("abcdABCD")) == "aAbBcCdD");
}

TEST_CASE("Quantize: a number -> the nearest multiple") {
  CHECK(Quantize(0.3F, 0.25F) == 0.25F);
  CHECK(Quantize(-0.4F, 0.25F) == -0.5F);
  CHECK(Quantize(0, 0.25F) == 0);
}

TEST_CASE("RoundToBits: numbers of any size -> within half a last digit") {
  for (int exponent = -20; exponent < 20; ++exponent) {
    const auto x =
        static_cast<float>(std::numbers::pi * std::exp2(exponent) * -1);
    const float rounded = RoundToBits(x, 10);
    CHECK(std::abs(rounded / x - 1) < 0x1p-10F);
    CHECK(rounded != x);
    CHECK(RoundToBits(rounded, 10) == rounded);
  }
  CHECK(RoundToBits(0, 10) == 0);
}

TEST_CASE("ChooseQuantum: the smallest shape -> below a thousandth of it") {
  const auto choose = [](double radius) {
    Recording recording;
    recording.bodies = {{"ball", {{.shape = contact::Sphere{radius}}}},
                        {"table", {{.shape = contact::Box{Vector3d(2, 1, 1)}}}},
                        {"ground", {{.shape = contact::HalfSpace{}}}}};
    return ChooseQuantum(recording);
  };
  CHECK(choose(0.01) == 0x1p-16F);
  CHECK(choose(10) == 0x1p-14F);
  CHECK(choose(1e-9) == 0x1p-20F);
  CHECK(ChooseQuantum(Recording{}) == 0x1p-14F);
}

}  // namespace
}  // namespace tactus::recording
