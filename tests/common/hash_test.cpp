#include "tactus/common/hash.h"

#include <catch2/catch.hpp>

namespace tactus {
namespace {

// Values of the authors' list of test vectors for FNV-1a, 64 bits.
TEST_CASE("Hash: published texts -> their FNV-1a values") {
  CHECK(HashOf("") == 0xcbf29ce484222325u);
  CHECK(HashOf("a") == 0xaf63dc4c8601ec8cu);
  CHECK(HashOf("foobar") == 0x85944171f73967e8u);
}

TEST_CASE("Hash: bytes added in parts -> the hash of the whole") {
  Hash hash;
  hash.Add("foo");
  hash.Add("bar");
  CHECK(hash.value() == HashOf("foobar"));
}

}  // namespace
}  // namespace tactus
