// What the checks share: modules from the build tree, and how a check ends.
import { createRequire } from "node:module";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

export function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(4);
}

export function load(modules, name) {
  const require = createRequire(join(resolve(modules), "package.json"));
  try {
    return require(name);
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
    return skip(`${name} is not installed`);
  }
}

export function need(path) {
  if (!existsSync(path)) skip(`${path} does not exist`);
  return path;
}

export function expect(condition, message) {
  if (condition) {
    console.log(`ok: ${message}`);
  } else {
    console.error(`FAILED: ${message}`);
    process.exitCode = 1;
  }
}

// Opens a recording's page, a file with what follows its name (#t=1, say), in
// Chromium, calls look(tab) when it has been drawn, and closes it.
export async function openPage({ modules, chromium, page, suffix = "" }, look) {
  if (!chromium || chromium.endsWith("NOTFOUND")) skip("there is no Chromium");
  const browser = await load(modules, "playwright-core").chromium.launch({
    executablePath: chromium,
    args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--disable-background-networking"],
  });
  try {
    const tab = await browser.newPage({ viewport: { width: 960, height: 600 } });
    tab.setDefaultTimeout(120_000);
    await tab.goto(`${pathToFileURL(resolve(need(page))).href}${suffix}`);
    await tab.waitForFunction(() => document.documentElement.dataset.ready === "true");
    await look(tab);
  } finally {
    await browser.close();
  }
}
