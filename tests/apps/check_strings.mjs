// node check_strings.mjs MODULES CHROMIUM PAGE.html FOLDER: a page of springs and tendons
// draws them, red where they pull and blue where they push; pointing at one tells its
// name and tension; a button takes them away.
import { join } from "node:path";
import { expect, openPage } from "./modules.mjs";

const [modules, chromium, page, folder] = process.argv.slice(2);

// Of the pixels of a picture that are red, or blue: how many, and some of them.
function find(tab, png, what) {
  return tab.evaluate(async ([base64, what]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    const found = [];
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b] = data.subarray(i, i + 3);
      const fits = what === "red" ? r > 130 && g < 0.7 * r && b < 0.6 * r
        : b > 110 && r < 0.6 * b;
      if (fits) found.push([i / 4 % image.width, Math.floor(i / 4 / image.width)]);
    }
    const pixels = [0.3, 0.4, 0.5, 0.6, 0.7].map(
      (share) => found[Math.floor(share * found.length)] ?? [0, 0]);
    return { count: found.length, pixels };
  }, [png.toString("base64"), what]);
}

// What is told at the first of the pixels that tells something: some at the edge of a
// line are coloured although their centre is beside it.
async function pointAtOneOf(tab, pixels) {
  for (const [x, y] of pixels) {
    await tab.mouse.move(x + 0.5, y + 0.5);
    await tab.waitForTimeout(300);
    const tip = await tab.textContent("#tooltip");
    if (tip) return tip;
  }
  return "";
}

async function shoot(tab, name) {
  const hide = (value) => tab.evaluate((visibility) => {
    for (const e of document.querySelectorAll(".card")) e.style.visibility = visibility;
  }, value);
  await tab.screenshot({ path: join(folder, name) });
  await hide("hidden");
  const png = await tab.screenshot();
  await hide("");
  return png;
}

await openPage({ modules, chromium, page, suffix: "#t=1" }, async (tab) => {
  const png = await shoot(tab, "strings.png");
  const red = await find(tab, png, "red"), blue = await find(tab, png, "blue");
  const { strings, tension } = await tab.evaluate(() => ({ ...document.documentElement.dataset }));
  expect(strings === "4", `a tendon, a rope, a buffer and a spring: ${strings}`);
  expect(Number(tension) > 10, `the greatest tension is known: ${tension} N`);
  // Lines of some 90 pixels, as thick as a pixel or two.
  expect(red.count > 60, `what pulls is red: ${red.count} pixels`);
  expect(blue.count > 60, `what pushes is blue: ${blue.count} pixels`);
  const legend = await tab.textContent("#tensions");
  expect(/pushes.*slack.* N and more.*now at most .* N/s.test(legend), `the legend: ${legend}`);

  const tip = await pointAtOneOf(tab, blue.pixels);
  expect(/^bench::buffer: -\d.* N$/.test(tip), `pointed at, it tells its name and push: '${tip}'`);

  await tab.keyboard.press("s");
  await tab.waitForTimeout(500);
  const bare = await shoot(tab, "no_strings.png");
  const left = (await find(tab, bare, "red")).count + (await find(tab, bare, "blue")).count;
  expect(left < 10, `without strings nothing is red or blue: ${left} pixels`);
  expect(!(await tab.isVisible("#tensions")), "the legend is gone, too");
});
