#include "tactus/apps/bench/suite/report_page.h"

#include <catch2/catch.hpp>

#include "tactus/common/base64.h"

namespace tactus::apps {
namespace {

using Catch::Matchers::Contains;

RunResult MakeRun() {
  RunResult run{.spec = {.competitor = "A & B",
                         .scene = "stack",
                         .duration = 1,
                         .accuracy = 1e-3},
                .status = RunStatus::kOk,
                .wall_times = {0.5}};
  run.report = {{"integrator", "cenic"},
                {"settings", {{"kappa", 0.001}, {"note", "<i>"}}}};
  return run;
}

ReportData MakeData(const RunResult& run) {
  ReportSection section{
      .name = "fig99", .title = "Figure 99: <all>", .runs_file = "fig99.csv"};
  section.section = {.shows = "x < y",
                     .paper = "said \"so\"",
                     .findings = {"one finding"},
                     .tables = {{.caption = "numbers",
                                 .columns = {"who", "what", "end"},
                                 .rows = {{"A & B", "0.5", "timeout"}}}},
                     .pages = {{"a scene", "pages/scene.html"}}};
  section.plots.push_back({.caption = "drawn",
                           .svg = "<svg/>",
                           .svg_file = "fig99-1.svg",
                           .data_file = "fig99-1.csv",
                           .script_file = "fig99-1.gp"});
  section.plots.push_back({.caption = "not drawn",
                           .svg_file = "fig99-2.svg",
                           .data_file = "fig99-2.csv",
                           .script_file = "fig99-2.gp"});
  section.runs.push_back(&run);
  return {.title = "A report",
          .machine = {{"cores", "2"}},
          .method = {{"repeats", "5"}},
          .notes = {"a note"},
          .sections = {section}};
}

TEST_CASE(
    "MakeReportPage: sections -> contents, figures, tables, settings, links") {
  const RunResult run = MakeRun();
  const std::string page = MakeReportPage(MakeData(run));
  CHECK_THAT(page, Contains("<a href=\"#fig99\">Figure 99: &lt;all&gt;</a>"));
  CHECK_THAT(page, Contains("<section id=\"fig99\">"));
  CHECK_THAT(page, Contains("x &lt; y"));
  CHECK_THAT(page, Contains("[Kurtz25]: said &quot;so&quot;"));
  CHECK_THAT(page, Contains("<li>one finding</li>"));
  CHECK_THAT(page, Contains("base64," + EncodeBase64("<svg/>")));
  for (const char* file : {"fig99-1.svg", "fig99-1.csv", "fig99-1.gp",
                           "fig99-2.csv", "fig99.csv", "runs.csv"}) {
    INFO(file);
    CHECK_THAT(page, Contains(std::string("href=\"") + file + "\""));
  }
  // No drawing, no link to one.
  CHECK_THAT(page, !Contains("fig99-2.svg"));
  CHECK_THAT(page, Contains("<td class=\"timeout\">timeout</td>"));
  CHECK_THAT(page, Contains("<td class=\"text\">A &amp; B</td>"));
  CHECK_THAT(page,
             Contains("tactus run stack --duration 1 --accuracy 0.001</code>"));
  CHECK_THAT(page, Contains("<code>cenic: kappa 0.001, note &lt;i&gt;</code>"));
  CHECK_THAT(page, Contains("<a href=\"pages/scene.html\">a scene</a>"));
  CHECK_THAT(page, Contains("<p>a note</p>"));
  CHECK_THAT(page, !Contains("<i>") && !Contains("<script"));
}

TEST_CASE("EscapeHtml: angle brackets, quotes, ampersands -> entities") {
  CHECK(EscapeHtml("<a href=\"b\">&</a>") ==
        "&lt;a href=&quot;b&quot;&gt;&amp;&lt;/a&gt;");
}

}  // namespace
}  // namespace tactus::apps
