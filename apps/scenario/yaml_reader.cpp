#include "tactus/apps/scenario/yaml_reader.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <sstream>

#include <spdlog/fmt/fmt.h>
#include <yaml-cpp/eventhandler.h>

#include "tactus/common/read_file.h"
#include "tactus/common/text.h"
#include "tactus/multibody/scoped_name.h"

namespace tactus::apps {
namespace {

// YAML's plain scalars carry this tag, quoted ones "!".
constexpr const char* kPlainTag = "?";

std::optional<double> ParseNumberOrInfinity(std::string_view text) {
  if (text == ".inf" || text == "+.inf") return kInfinity;
  if (text == "-.inf") return -kInfinity;
  return ParseNumber(text);
}

// Takes down where documents start.
class DocumentStarts final : public YAML::EventHandler {
 public:
  std::vector<YAML::Mark> marks = {};

  void OnDocumentStart(const YAML::Mark& mark) override {
    marks.push_back(mark);
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}
};

// Where the first documents start, at most two. yaml-cpp finds one after the
// other, without end, in a text that begins with a comma.
std::vector<YAML::Mark> FindDocuments(const std::string& text) {
  std::istringstream in(text);
  YAML::Parser parser(in);
  DocumentStarts starts;
  while (starts.marks.size() < 2 && parser.HandleNextDocument(starts)) {
  }
  return std::move(starts.marks);
}

// "1 number", "3 numbers"
std::string Count(Eigen::Index count) {
  return fmt::format("{} number{}", count, count == 1 ? "" : "s");
}

}  // namespace

YamlError::YamlError(const std::string& file, int line, int column,
                     std::string_view what)
    : std::invalid_argument(
          fmt::format("{}:{}:{}: {}", file, line, column, what)),
      line_(line),
      column_(column) {}

YamlError::YamlError(std::string_view origin, std::string_view what)
    : std::invalid_argument(fmt::format("{}: {}", origin, what)) {}

YamlValue::YamlValue(YAML::Node node, std::shared_ptr<Source> source,
                     std::string origin)
    : node_(std::move(node)),
      source_(std::move(source)),
      origin_(std::move(origin)) {
  for (const Source::Setting& setting : source_->settings) {
    if (node_.is(setting.node)) origin_ = setting.origin;
  }
  const YAML::Mark mark = node_.Mark();
  line_ = std::max(mark.line, 0) + 1;
  column_ = std::max(mark.column, 0) + 1;
}

YamlValue YamlValue::Load(const std::filesystem::path& file) {
  return Parse(ReadFile(file), file.string());
}

YamlValue YamlValue::Parse(const std::string& text, const std::string& file) {
  std::vector<YAML::Mark> documents;
  YAML::Node first;
  try {
    documents = FindDocuments(text);
    if (documents.size() == 1) first = YAML::Load(text);
  } catch (const YAML::Exception& error) {
    throw YamlError(file, error.mark.line + 1, error.mark.column + 1,
                    "this is not YAML: " + error.msg);
  }
  if (documents.empty()) throw YamlError(file, 1, 1, "the file is empty");
  if (documents.size() > 1) {
    const bool has_moved = documents[1].pos != documents[0].pos;
    throw YamlError(file, documents[1].line + 1, documents[1].column + 1,
                    has_moved
                        ? "a second document starts here; there must be one"
                        : "this is not YAML: it begins with a comma");
  }
  return YamlValue(first, std::make_shared<Source>(Source{.file = file}));
}

void YamlValue::Fail(std::string_view what) const {
  if (!origin_.empty()) throw YamlError(origin_, what);
  throw YamlError(file(), line_, column_, what);
}

std::string YamlValue::place() const {
  return origin_.empty() ? fmt::format("{}:{}:{}", file(), line_, column_)
                         : origin_;
}

std::string YamlValue::tag() const {
  const std::string& tag = node_.Tag();
  return tag == kPlainTag || tag == "!" ? "" : tag;
}

YamlValue YamlValue::WithoutTag() const {
  YamlValue copy = *this;
  copy.tag_is_read_ = true;
  return copy;
}

void YamlValue::RequireNoTag() const {
  Check(tag_is_read_ || tag().empty(),
        fmt::format("the tag {} means nothing here", tag()));
}

std::string YamlValue::Describe() const {
  if (is_map()) return "a map";
  if (is_list()) return "a list";
  if (is_scalar()) return "'" + node_.Scalar() + "'";
  return "nothing";
}

void YamlValue::FailType(std::string_view wanted) const {
  Fail(fmt::format("expected {}, not {}", wanted, Describe()));
}

const std::string& YamlValue::Plain(std::string_view wanted) const {
  if (!is_scalar()) FailType(wanted);
  RequireNoTag();
  if (node_.Tag() == "!") {
    Fail(fmt::format("expected {}, not text in quotation marks", wanted));
  }
  return node_.Scalar();
}

std::string YamlValue::Text() const {
  if (!is_scalar()) FailType("text");
  RequireNoTag();
  return node_.Scalar();
}

double YamlValue::NumberOrInfinity() const {
  const auto number = ParseNumberOrInfinity(Plain("a number"));
  if (!number) FailType("a number");
  return *number;
}

double YamlValue::Number() const {
  const double number = NumberOrInfinity();
  if (!std::isfinite(number)) FailType("a finite number");
  return number;
}

double YamlValue::Positive() const {
  const double number = Number();
  if (number <= 0) FailType("a positive number");
  return number;
}

double YamlValue::NotNegative() const {
  const double number = Number();
  if (number < 0) FailType("a number that is not negative");
  return number;
}

int YamlValue::Integer() const {
  const auto number = ParseInteger(Plain("an integer"));
  if (!number) FailType("an integer");
  return *number;
}

int YamlValue::PositiveInteger() const {
  const int number = Integer();
  if (number < 1) FailType("a positive integer");
  return number;
}

bool YamlValue::Flag() const {
  const std::string& text = Plain("true or false");
  if (text != "true" && text != "false") FailType("true or false");
  return text == "true";
}

std::vector<YamlValue> YamlValue::List() const {
  if (!is_list()) FailType("a list");
  RequireNoTag();
  std::vector<YamlValue> items;
  for (const YAML::Node& item : node_)
    items.push_back(YamlValue(item, source_, origin_));
  return items;
}

std::vector<YamlValue> YamlValue::List(int size) const {
  std::vector<YamlValue> items = List();
  Check(std::ssize(items) == size,
        fmt::format("expected {} values, not {}", size, items.size()));
  return items;
}

VectorXd YamlValue::Bounds() const {
  if (is_scalar()) return VectorXd::Constant(1, NumberOrInfinity());
  if (!is_list()) FailType("a list of numbers");
  const std::vector<YamlValue> items = List();
  VectorXd numbers(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    numbers[static_cast<Eigen::Index>(i)] = items[i].NumberOrInfinity();
  }
  return numbers;
}

VectorXd YamlValue::Numbers() const {
  VectorXd numbers = Bounds();
  if (!numbers.allFinite()) FailType("finite numbers");
  return numbers;
}

VectorXd YamlValue::Numbers(int size) const {
  VectorXd numbers = Numbers();
  CheckCount(numbers, size);
  return numbers;
}

void YamlValue::CheckCount(const VectorXd& numbers, int size) const {
  Check(numbers.size() == size,
        fmt::format("expected {}, not {}", Count(size), numbers.size()));
}

VectorXd YamlValue::NumbersOrOne(int size) const {
  if (is_scalar()) return VectorXd::Constant(size, Number());
  return Numbers(size);
}

MatrixXd YamlValue::Matrix() const {
  if (is_scalar()) return MatrixXd::Constant(1, 1, Number());
  const std::vector<YamlValue> rows = List();
  MatrixXd matrix;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const VectorXd row = rows[i].Numbers();
    if (i == 0) matrix.resize(std::ssize(rows), row.size());
    rows[i].Check(row.size() == matrix.cols(),
                  fmt::format("this row has {}, the first {}",
                              Count(row.size()), matrix.cols()));
    matrix.row(static_cast<Eigen::Index>(i)) = row.transpose();
  }
  return matrix;
}

std::vector<YamlValue::Entry> YamlValue::Entries() const {
  if (!is_map()) FailType("a map (key: value)");
  RequireNoTag();
  std::vector<Entry> entries;
  std::set<std::string> keys;
  for (const auto& pair : node_) {
    YamlValue value(pair.second, source_, origin_);
    // A key that is new has no place of its own.
    const YamlValue key(pair.first, source_, value.origin_);
    if (pair.second.IsNull()) {  // Its mark is that of what follows.
      value.line_ = key.line_;
      value.column_ = key.column_;
    }
    const std::string name = key.Text();
    key.Check(keys.insert(name).second,
              fmt::format("key '{}' is here twice", name));
    entries.push_back({name, key, value});
  }
  return entries;
}

YamlMap::YamlMap(const YamlValue& value)
    : value_(value), entries_(value.Entries()) {}

std::optional<YamlValue> YamlMap::Find(std::string_view key) {
  known_.emplace(key);
  for (const YamlValue::Entry& entry : entries_) {
    if (entry.key == key) return entry.value;
  }
  return std::nullopt;
}

YamlValue YamlMap::Get(std::string_view key) {
  const std::optional<YamlValue> found = Find(key);
  if (!found) {
    FailIfMisspelt({std::string(key)});
    value_.Fail(fmt::format("key '{}' is missing", key));
  }
  return *found;
}

// The more helpful complaint about a key that is not there.
void YamlMap::FailIfMisspelt(const std::vector<std::string>& wanted) const {
  for (const YamlValue::Entry& entry : entries_) {
    if (known_.contains(entry.key)) continue;
    const std::string hint = multibody::Suggest(entry.key, wanted);
    if (!hint.starts_with("did you mean")) continue;
    entry.key_place.Fail(fmt::format("unknown key '{}'; {}", entry.key, hint));
  }
}

std::string YamlMap::OneOf(std::span<const std::string_view> keys) {
  std::string present, known;
  for (const std::string_view key : keys) {
    known += fmt::format("{}'{}'", known.empty() ? "" : ", ", key);
    if (!Has(key)) continue;
    if (!present.empty()) {
      value_.Fail(
          fmt::format("keys '{}' and '{}' exclude each other", present, key));
    }
    present = key;
  }
  if (present.empty()) {
    FailIfMisspelt({keys.begin(), keys.end()});
    const bool knows_none = std::ranges::none_of(
        entries_,
        [&](const auto& entry) { return known_.contains(entry.key); });
    if (knows_none) Finish();
    value_.Fail("one of these keys is missing: " + known);
  }
  return present;
}

void YamlMap::Finish() const {
  for (const YamlValue::Entry& entry : entries_) {
    if (known_.contains(entry.key)) continue;
    const std::vector<std::string> known(known_.begin(), known_.end());
    entry.key_place.Fail(fmt::format("unknown key '{}'; {}", entry.key,
                                     multibody::Suggest(entry.key, known)));
  }
}

}  // namespace tactus::apps
