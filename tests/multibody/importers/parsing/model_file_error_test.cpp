#include "tactus/multibody/importers/parsing/model_file_error.h"

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

TEST_CASE("ModelFileError: file, line and element -> all in its message") {
  const ModelFileError error("a.xml", 3, "<geom>", "is odd");
  CHECK(std::string(error.what()) == "a.xml:3: <geom>: is odd");
  CHECK(error.file() == "a.xml");
  CHECK(error.line() == 3);
  CHECK(std::string(ModelFileError("a.xml", 0, "", "is odd").what()) ==
        "a.xml: is odd");
}

TEST_CASE("Fail, Check: an element -> an error with its line and name") {
  const XmlElement root = ParseXml("<a>\n<b name='x'/></a>", "a.xml");
  const XmlElement& b = root.children[0];
  CHECK_THROWS_WITH(Fail(b, "no"), "a.xml:2: <b name=\"x\">: no");
  CHECK_THROWS_AS(Check(false, b, "no"), ModelFileError);
  CHECK_NOTHROW(Check(true, b, "no"));
}

}  // namespace
}  // namespace tactus::multibody
