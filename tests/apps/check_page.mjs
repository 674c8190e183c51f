// node check_page.mjs MODULES CHROMIUM PAGE.html FOLDER: a recording, opened in
// headless Chromium, is seen and plays, and asks the network for nothing.
// Screenshots go to FOLDER.
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, load, need, skip } from "./modules.mjs";

const [modules, chromium, page, folder] = process.argv.slice(2);
if (!chromium || chromium.endsWith("NOTFOUND")) skip("there is no Chromium");
const playwright = load(modules, "playwright-core");
const url = pathToFileURL(resolve(need(page))).href;

const state = (tab) => tab.evaluate(() => ({ ...document.documentElement.dataset }));
const until = (tab, condition) => tab.waitForFunction(condition, null, { timeout: 60000 });

// How much there is in a picture: its number of distinct colours, and the spread
// of its brightness (0 to 255). Measured by the browser, which can read a PNG.
function measure(tab, png) {
  return tab.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    const colors = new Set();
    let sum = 0, squares = 0;
    for (let i = 0; i < data.length; i += 4) {
      const brightness = (data[i] + data[i + 1] + data[i + 2]) / 3;
      sum += brightness;
      squares += brightness * brightness;
      colors.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
    }
    const count = data.length / 4, mean = sum / count;
    return { colors: colors.size, deviation: Math.sqrt(squares / count - mean * mean) };
  }, png.toString("base64"));
}

// A screenshot without what the selector picks. (The page's policy would not let
// Playwright insert a style of its own.)
async function shootWithout(tab, selector) {
  const show = (visibility) => tab.evaluate(([hidden, value]) => {
    for (const e of document.querySelectorAll(hidden)) e.style.visibility = value;
  }, [selector, visibility]);
  await show("hidden");
  const png = await tab.screenshot({ timeout: 60000 });
  await show("");
  return png;
}

// The picture alone, without the panels over it; the whole page goes to a file.
async function shoot(tab, name) {
  await tab.screenshot({ path: join(folder, name), timeout: 60000 });
  return shootWithout(tab, ".card");
}

async function checkPicture(tab) {
  const picture = await measure(tab, await shoot(tab, "start.png"));
  const paper = await measure(tab, await shootWithout(tab, ".card, #stage"));
  console.log("picture", picture, "paper without picture", paper);
  expect(picture.colors > 1000, "the picture has many colours");
  expect(picture.colors > 4 * paper.colors, "more than the paper it is drawn on");
  expect(picture.deviation > 2 * paper.deviation, "the picture has contrast");
}

async function checkPlay(tab) {
  expect((await tab.textContent("#time")) === "0.00", "the clock starts at zero");
  await tab.selectOption("#speed", "0.1");
  await tab.click("#play");
  await until(tab, () => Number(document.getElementById("time").textContent) >= 0.05);
  expect((await state(tab)).playing === "true", "the play button plays");
  await tab.click("#play");
  const { playing, time } = await state(tab);
  expect(playing === "false" && Number(time) >= 0.05, "and pauses");
  await tab.waitForTimeout(300);
  expect((await state(tab)).time === time, "while paused, time stands still");
}

async function checkSeek(tab) {
  const before = await shoot(tab, "before.png");
  await tab.fill("#scrubber", "1.5");
  expect(Number((await state(tab)).time) === 1.5, "the scrubber sets the time");
  expect((await tab.textContent("#time")) === "1.50", "the clock shows it");
  const after = await shoot(tab, "after.png");
  expect(!after.equals(before), "the picture changes with time");
  expect(Number((await state(tab)).contacts) > 0, "there are contact forces");
  await tab.click("#forces");
  const bare = await shoot(tab, "without-forces.png");
  expect((await state(tab)).arrowsShown === "0", "the arrows can be hidden");
  await tab.click("#forces");
  const all = await state(tab);
  expect(all.arrowsShown === all.contacts, "or all be shown");
  expect((await tab.textContent("#scale")).includes(" N per 10 cm"), "to a scale");
  expect(!bare.equals(await shoot(tab, "all-forces.png")), "which changes the picture");
  await tab.click("#theme");
  expect((await state(tab)).theme === "dark", "there is a dark theme");
  await shoot(tab, "dark.png");
}

const overlaps = (a, b) => a && b && a.x < b.x + b.width && b.x < a.x + a.width &&
  a.y < b.y + b.height && b.y < a.y + a.height;

// The list of bodies selects one, by name; its values are shown, and a click beside
// all bodies takes the selection back. Nothing lies over something else, in a small
// window too.
async function checkSelection(tab) {
  await tab.click("#list");
  const item = tab.locator("#bodies-list button").nth(1);
  const name = await item.textContent();
  await tab.fill("#bodies-filter", name);
  await item.click();
  expect((await state(tab)).selected === name, `the list selects '${name}'`);
  expect((await tab.textContent("#selection-name")) === name, "its name is shown");
  const position = (await tab.textContent("#selection-position")).trim().split(/\s+/).map(Number);
  expect(position.length === 3 && position.every(Number.isFinite), `and where it is: ${position}`);
  await tab.setViewportSize({ width: 800, height: 500 });
  const cards = await Promise.all(["header", "#bodies", "#selection", "footer"].map(
    (selector) => tab.locator(selector).boundingBox()));
  for (let i = 0; i < cards.length; ++i) {
    for (let j = 0; j < i; ++j) expect(!overlaps(cards[i], cards[j]), `panels ${j} and ${i} are apart`);
  }
  await shoot(tab, "selection.png");
  await tab.setViewportSize({ width: 960, height: 600 });
  await tab.fill("#bodies-filter", "");
  await item.click();
  expect((await state(tab)).selected === "", "a second click takes it back");
  await tab.click("#list");
}

async function checkAddress(tab) {
  await tab.evaluate(() => { location.hash = "#t=0.75"; });
  await until(tab, () => document.documentElement.dataset.time === "0.75");
  expect((await tab.textContent("#time")) === "0.75", "the address says the time");
}

async function checkScreenshot(tab) {
  const [download] = await Promise.all([tab.waitForEvent("download"), tab.click("#screenshot")]);
  expect(download.suggestedFilename().endsWith(".png"), "a picture can be saved");
  await download.saveAs(join(folder, "saved.png"));
}

// A click three quarters along the strip of time seeks there; it shows more than
// one colour of steps.
async function checkStrip(tab) {
  const box = await tab.locator("#strip").boundingBox();
  expect(box && box.width > 300 && box.height > 30, "there is a strip of time");
  const colors = await tab.evaluate(() => {
    const strip = document.getElementById("strip");
    const { data } = strip.getContext("2d").getImageData(0, 0, strip.width, strip.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
  expect(colors > 3, `steps and energy are drawn in it, in ${colors} colours`);
  expect((await tab.textContent("#limits")).includes("energy"), "and there is a legend");
  const swatches = await tab.$$eval("#limits span", (entries) => entries.map(
    (entry) => [entry.textContent, entry.querySelector("i")?.style.background]));
  const known = { accuracy: "rgb(138, 148, 160)", "maximum step": "rgb(155, 111, 208)" };
  for (const [name, color] of swatches) {
    expect(color === (known[name] ?? color), `on every page ${name} is ${known[name]}`);
  }
  await tab.mouse.click(box.x + 0.25 * box.width, box.y + 10);
  expect(Math.abs(Number((await state(tab)).time) - 0.5) < 0.02, "a click in it seeks");
}

async function checkEnd(tab) {
  await tab.selectOption("#speed", "5");
  await tab.click("#play");
  await until(tab, () => document.documentElement.dataset.playing === "false");
  const { time } = await state(tab);
  expect(Number(time) === 2, "it plays to the end and stops there");
}

const browser = await playwright.chromium.launch({
  executablePath: chromium,
  args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--disable-background-networking"],
});
try {
  const context = await browser.newContext({
    viewport: { width: 960, height: 600 }, colorScheme: "light" });
  const tab = await context.newPage();
  const requests = [], errors = [];
  tab.on("request", (request) => requests.push(request.url()));
  tab.on("pageerror", (error) => errors.push(error.message));
  tab.on("console", (line) => { if (line.type() === "error") errors.push(line.text()); });

  tab.setDefaultTimeout(120_000);  // A busy machine draws slowly.
  await tab.goto(url);
  await until(tab, () => document.documentElement.dataset.ready === "true");
  await checkPicture(tab);
  await checkPlay(tab);
  await checkSeek(tab);
  await checkStrip(tab);
  await checkSelection(tab);
  await checkAddress(tab);
  await checkScreenshot(tab);
  await checkEnd(tab);
  const others = requests.filter((r) => r.split("#")[0] !== url && !/^(data|blob):/.test(r));
  expect(others.length === 0, `no request leaves the page ${others.join(" ")}`);
  expect(errors.length === 0, `no errors on the page ${errors.join("; ")}`);
} finally {
  await browser.close();
}
