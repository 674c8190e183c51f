#include "tactus/multibody/importers/parsing/xml_element.h"

#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/importers/parsing/model_file_error.h"

namespace tactus::multibody {
namespace {

TEST_CASE(
    "ParseXml: a document -> its tags, attributes, text, children, lines") {
  const XmlElement root = ParseXml(
      "<?xml version='1.0'?>\n<robot name=\"r\">\n  <!-- comment -->\n"
      "  <link a='1' b=' 2 '/>\n  <pose>\n 1 2 </pose>\n</robot>",
      "r.xml");
  CHECK(root.tag == "robot");
  CHECK(root.line == 2);
  CHECK(*root.file == "r.xml");
  CHECK(to_string(root) == "<robot name=\"r\">");
  REQUIRE(root.children.size() == 2);
  const XmlElement& link = root.children[0];
  CHECK(link.line == 4);
  CHECK(to_string(link) == "<link>");
  REQUIRE(link.Find("b") != nullptr);
  CHECK(*link.Find("b") == " 2 ");
  CHECK(link.Find("c") == nullptr);
  CHECK(root.children[1].text == "1 2");
  CHECK(root.children[1].line == 5);
}

TEST_CASE("FilesOf: a tree with parts of other files -> each file once") {
  XmlElement root = ParseXml("<a><b/><c><d/></c></a>", "main.xml");
  CHECK(FilesOf(root) == std::set<std::string>{"main.xml"});
  root.children[1].children.push_back(ParseXml("<e/>", "other.xml"));
  CHECK(FilesOf(root) == std::set<std::string>{"main.xml", "other.xml"});
}

TEST_CASE(
    "ParseXml: blank lines before the declaration -> parsed, and counted") {
  CHECK(ParseXml("\n\n<?xml version='1.0'?>\n<a/>", "a").line == 4);
}

TEST_CASE("ParseXml: malformed XML -> what is wrong, and where") {
  const auto message_of = [](const char* xml) {
    try {
      ParseXml(xml, "m.xml");
    } catch (const ModelFileError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  CHECK(message_of("") == "m.xml: the file is empty");
  CHECK(message_of("<!-- x -->") == "m.xml: the file holds no XML element");
  CHECK(message_of("<a>\n<b/>\n") ==
        "m.xml:3: not well-formed XML: the file ends before its elements do; "
        "is it truncated?");
  CHECK(message_of("<a>\n<b>\n</a>") ==
        "m.xml:2: not well-formed XML: the element <b> is not closed, or by "
        "another's tag");
  CHECK(message_of("<a>\n<b name='x'>") ==
        "m.xml:2: not well-formed XML: the element <b> is not closed, or by "
        "another's tag");
  CHECK(message_of("<a>\n<b x=1/></a>") ==
        "m.xml:2: not well-formed XML: a malformed or repeated attribute");
  std::string deep;
  for (int i = 0; i < 10'000; ++i) deep += "<a>";
  CHECK(message_of(deep.c_str()).find("elements are nested more than") !=
        deep.npos);
  CHECK(message_of("<a>\n<!-- x ").find("m.xml:2: not well-formed XML (") == 0);
}

TEST_CASE("ParseXml: UTF-16, with or without its mark -> said so") {
  using namespace std::string_literals;
  for (const std::string& text :
       {"\xff\xfe<\0a\0/\0>\0"s, "\xfe\xff\0<\0a\0/\0>"s, "<\0a\0/\0>\0"s,
        "\0<\0a\0/\0>"s}) {
    CHECK_THROWS_WITH(ParseXml(text, "u.xml"),
                      Catch::Equals("u.xml:1: it is in UTF-16; save it in "
                                    "UTF-8"));
  }
}

TEST_CASE("ReadXmlFile: a file, or one that cannot be read -> read, or named") {
  const tactus::test::TemporaryDirectory directory;
  const auto file = directory.Write("a.xml", "\n<a/>");
  CHECK(ReadXmlFile(file).line == 2);
  CHECK(*ReadXmlFile(file).file == file.string());
  const std::string missing = (directory.path() / "b.xml").string();
  CHECK_THROWS_WITH(ReadXmlFile(missing), missing + ": cannot read the file");
  CHECK_THROWS_AS(ReadXmlFile(directory.path()), ModelFileError);
}

}  // namespace
}  // namespace tactus::multibody
