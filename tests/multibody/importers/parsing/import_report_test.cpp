#include "tactus/multibody/importers/parsing/import_report.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody {
namespace {

using Severity = Notice::Severity;

const XmlElement& Example() {
  static const XmlElement root =
      ParseXml("<a>\n<b name='x'/>\n<b name='y'/>\n<b name='x'/></a>", "a.xml");
  return root;
}

TEST_CASE(
    "ImportReport: the same message on the same element text -> counted") {
  ImportReport report;
  const auto& b = Example().children;
  report.Add(Severity::kDropped, b[0], "gone");
  report.Add(Severity::kDropped, b[1], "gone");
  report.Add(Severity::kDropped, b[2], "gone");
  report.Add(Severity::kDropped, b[2], "other");
  REQUIRE(report.notices().size() == 3);
  CHECK(to_string(report.notices()[0]) ==
        "a.xml:2: warning: <b name=\"x\">: gone (and 1 more)");
  CHECK(to_string(report.notices()[1]) ==
        "a.xml:3: warning: <b name=\"y\">: gone");
}

TEST_CASE(
    "ImportReport: AddCommon on elements of several names -> one notice") {
  ImportReport report;
  for (const XmlElement& b : Example().children) {
    report.AddCommon(Severity::kApproximated, b, "softer");
  }
  REQUIRE(report.notices().size() == 1);
  CHECK(to_string(report.notices()[0]) ==
        "a.xml:2: warning: <b>: softer (and 2 more)");
}

TEST_CASE("ImportReport: cosmetic notices -> not counted as physics") {
  ImportReport report;
  report.AddCommon(Severity::kCosmetic, Example().children[0], "left out");
  CHECK(report.CountPhysics() == 0);
  CHECK(to_string(report.notices()[0]) == "a.xml:2: note: <b>: left out");
  report.Add(Severity::kApproximated, Example().children[0], "softer");
  report.Add(Severity::kDropped, Example().children[0], "gone");
  CHECK(report.CountPhysics() == 2);
}

TEST_CASE("ImportReport: strict -> lost physics is refused") {
  ImportReport report(true);
  const XmlElement& b = Example().children[0];
  CHECK_NOTHROW(report.Add(Severity::kCosmetic, b, "left out"));
  CHECK_THROWS_WITH(report.Add(Severity::kDropped, b, "gone"),
                    Catch::StartsWith("a.xml:2: <b name=\"x\">: gone"));
  CHECK_THROWS_AS(report.AddCommon(Severity::kApproximated, b, "softer"),
                  ModelFileError);
}

}  // namespace
}  // namespace tactus::multibody
