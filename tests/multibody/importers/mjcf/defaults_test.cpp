#include "tactus/multibody/importers/mjcf/defaults.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody::mjcf {
namespace {

using Catch::Contains;

// The values of attribute `x` in the layers of <joint `attributes`/>.
std::vector<std::string> Layers(const DefaultClasses& classes,
                                const std::string& attributes,
                                const std::string& childclass = "") {
  const XmlElement joint = ParseXml("<joint " + attributes + "/>", "m.xml");
  std::vector<std::string> values;
  for (const XmlElement* layer : classes.Layers(joint, childclass, {"joint"})) {
    const std::string* x = layer->Find("x");
    values.push_back(x == nullptr ? "-" : *x);
  }
  return values;
}

using Values = std::vector<std::string>;

const XmlElement& Example() {
  static const XmlElement root = ParseXml(R"(<mujoco>
    <default>
      <joint x="main"/>
      <geom x="no joint"/>
      <default class="arm">
        <joint x="arm"/>
        <default class="hand"><joint x="hand"/></default>
        <default class="empty"/>
      </default>
    </default>
    <default class="main"><joint x="more"/></default>
  </mujoco>)",
                                          "m.xml");
  return root;
}

TEST_CASE(
    "MJCF defaults: a class -> layers from main inwards, then the element") {
  const DefaultClasses classes(Example());
  CHECK(Layers(classes, "x='1'") == Values{"main", "more", "1"});
  CHECK(Layers(classes, "class='arm'") == Values{"main", "arm", "-"});
  CHECK(Layers(classes, "class='hand' x='1'") ==
        Values{"main", "arm", "hand", "1"});
  CHECK(Layers(classes, "class='empty'") == Values{"main", "arm", "-"});
}

TEST_CASE("MJCF defaults: childclass -> it holds where there is no class") {
  const DefaultClasses classes(Example());
  CHECK(Layers(classes, "", "arm") == Values{"main", "arm", "-"});
  CHECK(Layers(classes, "class='main'", "arm") == Values{"main", "more", "-"});
}

TEST_CASE("MJCF defaults: none -> the class main alone") {
  const XmlElement root = ParseXml("<mujoco/>", "m.xml");
  const DefaultClasses classes(root);
  CHECK(Layers(classes, "") == Values{"-"});
  CHECK_NOTHROW(classes.CheckExists("main", root));
}

TEST_CASE(
    "MJCF defaults: an outermost class of another name -> it acts as main") {
  const XmlElement root = ParseXml(
      "<mujoco><default class='robot'><joint x='r'/></default></mujoco>", "m");
  const DefaultClasses classes(root);
  CHECK(Layers(classes, "") == Values{"r", "-"});
  CHECK(Layers(classes, "class='robot'") == Values{"r", "-"});
}

TEST_CASE("MJCF defaults: unknown, nameless and repeated classes -> refused") {
  const DefaultClasses classes(Example());
  CHECK_THROWS_WITH(Layers(classes, "class='leg'"),
                    "m.xml:1: <joint>: unknown default class 'leg'");
  CHECK_THROWS_AS(classes.CheckExists("leg", Example()), ModelFileError);
  const auto defaults = [](const std::string& xml) {
    DefaultClasses(
        ParseXml("<mujoco><default>" + xml + "</default></mujoco>", "m.xml"));
  };
  CHECK_THROWS_WITH(defaults("<default/>"), Contains("'class' is missing"));
  CHECK_THROWS_WITH(defaults("<default class='a'/><default class='a'/>"),
                    Contains("the class 'a' is defined twice"));
  CHECK_THROWS_WITH(defaults("<default class='main'/>"),
                    Contains("the class 'main' is defined twice"));
}

}  // namespace
}  // namespace tactus::multibody::mjcf
