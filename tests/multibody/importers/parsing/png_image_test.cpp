#include "tactus/multibody/importers/parsing/png_image.h"

#include <cstddef>
#include <stdexcept>

#include "multibody/importers/parsing/png_samples.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FromHex;

// The values of a picture, times the largest number of its depth.
std::vector<int> Decode(std::string_view digits, int most) {
  std::vector<int> numbers;
  for (const double value : DecodePng(FromHex(digits)).values)
    numbers.push_back(static_cast<int>(value * most + 0.5));
  return numbers;
}

// Its rows use the five filters, one each, in two chunks of data.
TEST_CASE("PNG: each filter -> the values that went in") {
  const PngImage image = DecodePng(FromHex(test::kFilters));
  REQUIRE(image.width == 5);
  REQUIRE(image.height == 5);
  for (int r = 0; r < 5; ++r) {
    for (int c = 0; c < 5; ++c) {
      const int number = (r * 37 + c * 53 + 7) % 256;
      CHECK(image.values[r * 5 + c] == number / 255.0);
    }
  }
}

// Of few values, so that neighbours tie.
TEST_CASE("PNG: Paeth's filter where neighbours tie -> the values, too") {
  const std::vector<int> values = Decode(test::kPaeth, 255);
  REQUIRE(values.size() == 42);
  for (int r = 0; r < 6; ++r) {
    for (int c = 0; c < 7; ++c)
      CHECK(values[r * 7 + c] == (r * r * 5 + c * 3 + r * c) % 4 * 40);
  }
}

TEST_CASE("PNG: depths of 1, 4 and 16 bits, colours -> grey or red") {
  CHECK(Decode(test::kDeep, 65535) ==
        std::vector<int>{0, 65535, 1, 32768, 258, 4660});
  CHECK(Decode(test::kBits, 1) ==
        std::vector<int>{1, 0, 1, 1, 0, 0, 1, 1, 0, 1,  //
                         0, 0, 0, 0, 1, 1, 1, 1, 1, 0});
  // Colours 0, 1, 2; 3, 2, 1 of a palette whose reds are 0, 51, 102, 255.
  CHECK(Decode(test::kPalette, 255) ==
        std::vector<int>{0, 51, 102, 255, 102, 51});
  CHECK(Decode(test::kColors, 255) == std::vector<int>{255, 51, 0, 102});
}

TEST_CASE("PNG: files that are damaged -> refused, wherever they are") {
  const std::string whole = FromHex(test::kFilters);
  CHECK_THROWS_WITH(DecodePng("P5 1 1 255 x"), Contains("it is no PNG file"));
  for (std::size_t size = 0; size < whole.size(); ++size)
    CHECK_THROWS_AS(DecodePng(whole.substr(0, size)), std::invalid_argument);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    CHECK_THROWS_AS(DecodePng(damaged), std::invalid_argument);
  }
}

}  // namespace
}  // namespace tactus::multibody
