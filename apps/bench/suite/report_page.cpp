#include "tactus/apps/bench/suite/report_page.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/base64.h"

namespace tactus::apps {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, sans-serif; color: #1d2327; margin: 0 auto;
  max-width: 1180px; padding: 1rem 1.5rem 4rem; background: #fff; }
h1 { font-size: 1.7rem; margin: .5rem 0; }
h2 { font-size: 1.3rem; margin: 3rem 0 .5rem; border-top: 1px solid #d5dadf;
  padding-top: 1rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
nav { background: #f4f6f8; border-radius: 6px; padding: .6rem 1rem; }
nav ol { margin: .3rem 0; columns: 2; }
a { color: #0b5fa5; }
blockquote { margin: .6rem 0; padding: .1rem 1rem; border-left: 3px solid
  #b9c2ca; color: #48525b; }
figure { margin: 1rem 0; overflow-x: auto; }
figure img { max-width: 100%; height: auto; }
figcaption { font-size: .9rem; color: #48525b; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; margin: .4rem 0 1rem; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid #e3e7ea;
  text-align: right; white-space: nowrap; }
th { background: #f4f6f8; font-weight: 600; }
td.text, th.text { text-align: left; }
td.wrap { white-space: normal; text-align: left; min-width: 20rem; }
td.timeout { color: #9a5b00; } td.failed { color: #b02a2a; }
td.absent { color: #7a848c; }
code { font: .82rem/1.4 ui-monospace, monospace; }
summary { cursor: pointer; color: #0b5fa5; font-size: .9rem; }
)";

bool IsNumber(std::string_view cell) {
  return !cell.empty() && (cell.front() == '-' || cell.front() == '+' ||
                           (cell.front() >= '0' && cell.front() <= '9'));
}

const char* ClassOf(const std::string& cell) {
  if (cell == "timeout") return "timeout";
  if (cell == "failed") return "failed";
  if (cell == "refused" || cell == "missing" || cell == "not run")
    return "absent";
  return IsNumber(cell) ? "" : "text";
}

std::string Tag(std::string_view tag, std::string_view text,
                std::string_view css = {}) {
  const std::string attribute =
      css.empty() ? "" : fmt::format(" class=\"{}\"", css);
  return fmt::format("<{}{}>{}</{}>", tag, attribute, EscapeHtml(text), tag);
}

std::string Link(const std::string& file, std::string_view text) {
  return fmt::format("<a href=\"{}\">{}</a>", EscapeHtml(file),
                     EscapeHtml(text));
}

// Columns that begin with text stand left.
std::string MakeTable(const Table& table) {
  std::string html;
  if (!table.caption.empty()) html += Tag("h3", table.caption) + "\n";
  html += "<div class=\"wide\"><table>\n<tr>";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const bool text = !table.rows.empty() && i < table.rows[0].size() &&
                      ClassOf(table.rows[0][i]) == std::string_view("text");
    html += Tag("th", table.columns[i], text ? "text" : "");
  }
  html += "</tr>\n";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (const std::string& cell : row) html += Tag("td", cell, ClassOf(cell));
    html += "</tr>\n";
  }
  return html + "</table></div>\n";
}

std::string MakeFacts(const Facts& facts) {
  std::string html = "<div class=\"wide\"><table>\n";
  for (const auto& [label, value] : facts) {
    html += "<tr>" + Tag("td", label, "text") + Tag("td", value, "wrap") +
            "</tr>\n";
  }
  return html + "</table></div>\n";
}

std::string MakePlot(const DrawnPlot& plot) {
  std::string html = "<figure>\n";
  if (!plot.svg.empty()) {
    html +=
        fmt::format("<img alt=\"{}\" src=\"data:image/svg+xml;base64,{}\">\n",
                    EscapeHtml(plot.caption), EncodeBase64(plot.svg));
  }
  html += fmt::format("<figcaption>{}. ", EscapeHtml(plot.caption));
  if (!plot.svg.empty()) html += Link(plot.svg_file, "SVG") + ", ";
  return html + Link(plot.data_file, "data") + ", " +
         Link(plot.script_file, "gnuplot script") +
         "</figcaption>\n</figure>\n";
}

std::string MakeCommands(const ReportSection& section) {
  std::string html = fmt::format(
      "<details><summary>Settings: {}</summary>\n"
      "<div class=\"wide\"><table>\n<tr><th class=\"text\">command</th>"
      "<th class=\"text\">status</th><th class=\"text\">message</th></tr>\n",
      section.runs.size() == 1
          ? "the command line"
          : fmt::format("the {} command lines", section.runs.size()));
  for (const RunResult* run : section.runs) {
    const std::string status(to_string(run->status));
    html += fmt::format(
        "<tr><td class=\"text\"><code>{}</code></td>{}{}</tr>\n",
        EscapeHtml(JoinForShell(CommandLine(run->spec))),
        Tag("td", status, ClassOf(status)), Tag("td", run->message, "text"));
  }
  return html + "</table></div></details>\n";
}

std::string MakePages(const std::vector<PageLink>& pages) {
  if (pages.empty()) return {};
  std::string html;
  for (const PageLink& page : pages) {
    html += html.empty() ? "<p>Recordings: " : ", ";
    html += Link(page.file, page.label);
  }
  return html + "</p>\n";
}

std::string MakeSection(const ReportSection& section) {
  std::string html = fmt::format("<section id=\"{}\">\n", section.name);
  html += Tag("h2", section.title) + "\n" + Tag("p", section.section.shows);
  if (!section.section.paper.empty()) {
    html += fmt::format("\n<blockquote><p>[Kurtz25]: {}</p></blockquote>",
                        EscapeHtml(section.section.paper));
  }
  if (!section.section.findings.empty()) {
    html += "\n<ul>\n";
    for (const std::string& finding : section.section.findings)
      html += Tag("li", finding) + "\n";
    html += "</ul>";
  }
  html += "\n";
  for (const DrawnPlot& plot : section.plots) html += MakePlot(plot);
  for (const Table& table : section.section.tables) html += MakeTable(table);
  html += MakePages(section.section.pages);
  html += "<p>" + Link(section.runs_file, "Data of the runs") + "</p>\n";
  return html + MakeCommands(section) + "</section>\n";
}

// "cenic: h_max_s 0.1, scheme step_doubling", so that lines can break.
std::string FormatSettings(const RunResult& run) {
  const auto integrator = run.report.find("integrator");
  const std::string who =
      integrator == run.report.end() || !integrator->is_string()
          ? ""
          : integrator->get<std::string>() + ": ";
  const auto settings = run.report.find("settings");
  if (settings == run.report.end()) return who + "its program reports none";
  std::vector<std::string> words;
  for (const auto& [name, value] : settings->items()) {
    words.push_back(
        name + ' ' +
        (value.is_string()
             ? value.get<std::string>()
             : value.dump(-1, ' ', false,
                          nlohmann::json::error_handler_t::replace)));
  }
  return fmt::format("{}{}", who, fmt::join(words, ", "));
}

// What an integrator reported that it was set to: one line per competitor.
std::string MakeCompetitors(const ReportData& data) {
  std::string html =
      "<section id=\"competitors\">\n<h2>What was set</h2>\n<p>Nothing is "
      "tuned "
      "per competitor. Each runs at its defaults but for what its command line "
      "says, which is printed with each figure; this is all that its program "
      "reports of one such run.</p>\n<div class=\"wide\"><table>\n<tr>"
      "<th class=\"text\">competitor</th><th class=\"text\">for example</th>"
      "<th class=\"text\">settings as run</th></tr>\n";
  std::set<std::string> seen;
  for (const ReportSection& section : data.sections) {
    for (const RunResult* run : section.runs) {
      if (!run->ok() || !seen.insert(run->spec.competitor).second) continue;
      html += fmt::format(
          "<tr>{}<td class=\"wrap\"><code>{}</code></td>"
          "<td class=\"wrap\"><code>{}</code></td></tr>\n",
          Tag("td", run->spec.competitor, "text"),
          EscapeHtml(JoinForShell(CommandLine(run->spec))),
          EscapeHtml(FormatSettings(*run)));
    }
  }
  return html + "</table></div>\n</section>\n";
}

std::string MakeContents(const ReportData& data) {
  std::string html =
      "<nav aria-label=\"Contents\"><strong>Contents</strong>\n<ol>\n"
      "<li><a href=\"#machine\">Machine and method</a></li>\n";
  for (const ReportSection& section : data.sections) {
    html +=
        fmt::format("<li>{}</li>\n", Link("#" + section.name, section.title));
  }
  return html +
         "<li><a href=\"#competitors\">What was set</a></li>\n</ol></nav>\n";
}

}  // namespace

std::string EscapeHtml(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string MakeReportPage(const ReportData& data) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n<title>{}</title>\n"
      "<link rel=\"icon\" href=\"data:,\">\n<style>{}</style>\n</head>\n"
      "<body>\n<h1>{}</h1>\n",
      EscapeHtml(data.title), kStyle, EscapeHtml(data.title));
  html += MakeContents(data);
  html += "<section id=\"machine\">\n<h2>Machine and method</h2>\n" +
          MakeFacts(data.machine) + MakeFacts(data.method);
  for (const std::string& note : data.notes) html += Tag("p", note) + "\n";
  html +=
      "<p>All runs: <a href=\"runs.csv\">runs.csv</a>, "
      "<a href=\"runs.json\">runs.json</a></p>\n</section>\n";
  for (const ReportSection& section : data.sections)
    html += MakeSection(section);
  return html + MakeCompetitors(data) + "</body>\n</html>\n";
}

}  // namespace tactus::apps
