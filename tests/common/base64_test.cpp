#include "tactus/common/base64.h"

#include <catch2/catch.hpp>

namespace tactus {
namespace {

TEST_CASE("EncodeBase64: RFC 4648's test vectors -> its encodings") {
  CHECK(EncodeBase64("").empty());
  CHECK(EncodeBase64("f") == "Zg==");
  CHECK(EncodeBase64("fo") == "Zm8=");
  CHECK(EncodeBase64("foo") == "Zm9v");
  CHECK(EncodeBase64("foob") == "Zm9vYg==");
  CHECK(EncodeBase64("fooba") == "Zm9vYmE=");
  CHECK(EncodeBase64("foobar") == "Zm9vYmFy");
}

TEST_CASE("EncodeBase64: bytes above 127 and a zero -> encoded like others") {
  CHECK(EncodeBase64(std::string_view("\xff\xfe\0\x80", 4)) == "//4AgA==");
}

}  // namespace
}  // namespace tactus
