// node check_report.mjs MODULES CHROMIUM FOLDER NAME...: the report of
// `tactus bench` in FOLDER, opened in headless Chromium, shows a section, its
// drawings and its data for each NAME; all links lead somewhere, nothing is
// fetched from elsewhere, and every run has a status.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, load, need, skip } from "./modules.mjs";

const [modules, chromium, folder, ...names] = process.argv.slice(2);
const page = need(join(folder, "report.html"));

const statuses = ["ok", "failed", "timeout", "refused", "missing"];
const { machine, runs } = JSON.parse(readFileSync(join(folder, "runs.json")));
expect(runs.length > 50, `there are many runs (${runs.length})`);
for (const run of runs) {
  if (run.reference && run.message.startsWith("not needed")) continue;
  expect(statuses.includes(run.status), `${run.command.join(" ")}: ${run.status}`);
  expect(run.status === "ok" || run.message !== "", "what is not ok says why");
}
const good = runs.filter((run) => run.status === "ok").length;
expect(good > runs.length / 4, `${good} of ${runs.length} runs are ok`);
expect(machine.processor !== "" && machine.flags !== undefined, "the machine is told");

if (!chromium || chromium.endsWith("NOTFOUND")) skip("there is no Chromium");
const playwright = load(modules, "playwright-core");
const browser = await playwright.chromium.launch({
  executablePath: chromium,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
  const tab = await context.newPage();
  const requests = [], errors = [];
  tab.on("request", (request) => requests.push(request.url()));
  tab.on("pageerror", (error) => errors.push(error.message));
  tab.on("console", (line) => { if (line.type() === "error") errors.push(line.text()); });
  const url = pathToFileURL(resolve(page)).href;
  tab.setDefaultTimeout(120_000);  // A busy machine draws slowly.
  await tab.goto(url);
  await tab.screenshot({ path: join(folder, "report.png"), fullPage: false });

  for (const name of names) {
    const section = tab.locator(`section#${name}`);
    expect(await section.count() === 1, `there is a section ${name}`);
    expect(await tab.locator(`nav a[href="#${name}"]`).count() === 1, `and in the contents`);
    expect(existsSync(join(folder, `${name}.csv`)), `and its data`);
    expect((await section.locator("details").count()) === 1, "and its settings");
  }
  const pictures = await tab.evaluate(() => [...document.images].map(
    (i) => ({ alt: i.alt, width: i.naturalWidth, done: i.complete })));
  expect(pictures.every((p) => p.done && p.width > 100 && p.alt !== ""), "drawings are seen");
  const notes = await tab.textContent("#machine");
  expect(pictures.length > 5 || notes.includes("gnuplot is not installed"),
    "there are drawings, or a word on why not");

  const links = await tab.evaluate(() => [...document.links].map((a) => a.href));
  for (const link of links) {
    if (link.startsWith(`${url}#`)) {
      const id = link.slice(url.length + 1);
      expect(await tab.locator(`[id="${id}"]`).count() === 1, `#${id} is on the page`);
    } else {
      const file = fileURLToPath(link);
      expect(existsSync(file) && file.startsWith(resolve(folder) + sep), `${link} is there`);
    }
  }
  const others = requests.filter((r) => r !== url && !r.startsWith("data:"));
  expect(others.length === 0, `no request leaves the page ${others.join(" ")}`);
  expect(errors.length === 0, `no errors on the page ${errors.join("; ")}`);
} finally {
  await browser.close();
}
