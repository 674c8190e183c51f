// node check_split.mjs MODULES CHROMIUM PAGE.html FOLDER: of a box that creeps down a
// slope of 15 degrees, friction is tan 15 of what presses at each corner, across the
// slope and not across the world's axes. A key splits the arrows, and joins them again.
import { join } from "node:path";
import { expect, openPage } from "./modules.mjs";

const [modules, chromium, page, folder] = process.argv.slice(2);

await openPage({ modules, chromium, page, suffix: "#t=0.4" }, async (tab) => {
  await tab.click("#forces");
  await tab.click("#forces");  // All, at rest too.
  const shoot = async (name) => tab.screenshot({ path: join(folder, name) });
  const whole = await shoot("whole.png");
  expect(!(await tab.isVisible("#parts")), "forces are whole at first");
  await tab.keyboard.press("n");
  await tab.waitForTimeout(500);
  const split = await shoot("split.png");
  expect(!split.equals(whole), "their parts look different");
  expect(await tab.isVisible("#parts"), "and are told apart");
  const [normal, friction] = await Promise.all(["#normal", "#friction"].map(
    async (id) => parseFloat(await tab.textContent(id))));
  expect(normal > 1 && normal < 9.81, `a corner is pressed by its part: ${normal} N`);
  const ratio = friction / normal, slope = Math.tan(Math.PI / 12);
  expect(Math.abs(ratio / slope - 1) < 0.04, `friction is ${ratio} of it, of ${slope}`);
  await tab.keyboard.press("n");
  await tab.waitForTimeout(500);
  expect(!(await tab.isVisible("#parts")), "they are joined again");
});
