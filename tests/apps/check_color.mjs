// node check_color.mjs MODULES CHROMIUM PAGE.html FOLDER: what is in the middle of the
// picture, a red box, is red.
import { join } from "node:path";
import { expect, openPage } from "./modules.mjs";

const [modules, chromium, page, folder] = process.argv.slice(2);

// The mean colour of the middle of a picture, 21 pixels wide and high.
function measureMiddle(tab, png) {
  return tab.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(image.width / 2 - 10, image.height / 2 - 30, 21, 21);
    const sum = [0, 0, 0];
    for (let i = 0; i < data.length; ++i) if (i % 4 < 3) sum[i % 4] += data[i] / (data.length / 4);
    return sum;
  }, png.toString("base64"));
}

await openPage({ modules, chromium, page }, async (tab) => {
  const png = await tab.screenshot({ path: join(folder, "color.png") });
  const [red, green, blue] = await measureMiddle(tab, png);
  expect(red > 2 * green && red > 2 * blue && red > 90,
    `the box is red: ${[red, green, blue].map(Math.round)}`);
});
