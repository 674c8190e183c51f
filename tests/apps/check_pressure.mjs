// node check_pressure.mjs MODULES CHROMIUM PAGE.html FOLDER: a page of a contact by
// pressure fields shows its polygons in the colours of their pressure, and a legend;
// a button takes both away.
import { join } from "node:path";
import { expect, openPage } from "./modules.mjs";

const [modules, chromium, page, folder] = process.argv.slice(2);

// How many pixels of a picture are yellow as pressures from 0.85 of the scale on are:
// red and green, and little blue.
function countYellow(tab, png) {
  return tab.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i] > 140 && data[i + 1] > 160 && data[i + 2] < 110) ++count;
    }
    return count;
  }, png.toString("base64"));
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

await openPage({ modules, chromium, page, suffix: "#t=1.5" }, async (tab) => {
  const shown = await countYellow(tab, await shoot(tab, "pressure.png"));
  const polygons = await tab.evaluate(() => Number(document.documentElement.dataset.polygons));
  expect(polygons === 5, `a cube on the ground has five polygons: ${polygons}`);
  expect(shown > 500, `the greatest pressure is yellow: ${shown} pixels`);
  const legend = await tab.textContent("#legend");
  expect(/0 Pa.*Pa and more/s.test(legend), `the legend has a scale: ${legend}`);
  expect(await tab.isVisible("#legend"), "the legend is seen");

  await tab.click("#pressures");
  await tab.waitForTimeout(500);
  const hidden = await countYellow(tab, await shoot(tab, "no_pressure.png"));
  expect(hidden < shown / 20, `without pressures nothing is yellow: ${hidden} pixels`);
  expect(!(await tab.isVisible("#legend")), "the legend is gone, too");
});
