#include "tactus/apps/bench/suite/markdown.h"

namespace tactus::apps {
namespace {

std::string MakeRow(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells)
    text += cell.empty() ? " |" : " " + cell + " |";
  return text + "\n";
}

}  // namespace

std::string MakeMarkdown(const Table& table) {
  std::string text = MakeRow(table.columns) + "|";
  for (std::size_t i = 0; i < table.columns.size(); ++i) text += "---|";
  text += "\n";
  for (const std::vector<std::string>& row : table.rows) text += MakeRow(row);
  return text;
}

}  // namespace tactus::apps
