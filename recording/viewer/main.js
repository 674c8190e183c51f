import * as THREE from "three";
import { Bodies } from "./bodies.js";
import { saveScreenshot, saveVideo } from "./capture.js";
import { Forces, frameNearest } from "./forces.js";
import { Ground } from "./ground.js";
import { showNamesOnHover } from "./hover.js";
import { Motion } from "./motion.js";
import { Panel } from "./panel.js";
import { Patches } from "./patches.js";
import { Player } from "./player.js";
import { loadRecording } from "./recording.js";
import { Selection } from "./selection.js";
import { Stage } from "./stage.js";
import { Strings } from "./strings.js";
import { Strip } from "./strip.js";
import { Twin } from "./twin.js";

// What goes farther than this many times its own size is followed from the start.
const farAway = 12;

function makeView(recording) {
  const bodies = new Bodies(recording);
  const frameAt = (time) => frameNearest(recording.forces.times, time);
  const strings = recording.strings
    ? new Strings(recording.strings, bodies.nodes, frameAt) : null;
  const { sweep, typicalSize } = bodies.calcSweep(recording.duration);
  for (const corner of strings?.cornersOf(0) ?? []) sweep.expandByPoint(corner);
  const goesFar = sweep.getSize(new THREE.Vector3()).length() > farAway * typicalSize;
  const bounds = (goesFar ? bodies.calcBox() : bodies.calcSurroundings(sweep))
    .getBoundingSphere(new THREE.Sphere());
  bounds.radius = Math.max(bounds.radius, (goesFar ? 1 : 0.7) * typicalSize);

  const stage = new Stage(document.getElementById("stage"), bounds);
  const ground = new Ground(bounds, bodies.groundHeight ?? bodies.lowest(sweep));
  const forces = new Forces(recording.forces, bounds.radius);
  stage.scene.add(bodies.root, ground, forces);
  const patches = recording.patches
    ? new Patches(recording.patches, bodies.nodes, frameAt) : null;
  for (const details of [patches, strings]) if (details) stage.scene.add(details);
  return { stage, bodies, ground, forces, patches, strings, goesFar, size: bounds.radius };
}

// Which contacts show their arrows: of the selected body, if there is one; else all,
// none, or, with "moving", those in which a body moves by more than a hundredth of the
// scene in a second.
function chooseArrows(mode, selected, motion, time, size) {
  if (mode === "none") return () => false;
  if (selected >= 0) return (body, other) => body === selected || other === selected;
  if (mode === "all") return () => true;
  const known = new Map();
  const moves = (body) => {
    if (body < 0) return true;
    if (!known.has(body)) {
      const { linear, angular } = motion.velocityOf(body, time);
      known.set(body, linear.length() > 0.01 * size || angular > 0.05);
    }
    return known.get(body);
  };
  return (body, other) => moves(body) || (other >= 0 && moves(other));
}

// The time that the address asks for: #t=2.5 [s].
function seekAsAddressed(player, start) {
  const time = /[#&]t=([-+.\de]+)/.exec(location.hash)?.[1];
  if (time !== undefined && Number.isFinite(Number(time))) player.seek(Number(time) - start);
}

async function main() {
  const recording = await loadRecording();
  const player = new Player(recording.duration);
  new Strip(document.getElementById("strip"), document.getElementById("limits"),
    recording.steps, player);
  const view = makeView(recording);
  const { stage, bodies, ground, forces, patches, strings, goesFar, size } = view;
  const motion = new Motion(bodies.nodes, recording.animation);
  const selection = new Selection(stage, bodies, motion, size);
  const twin = recording.other ? new Twin(recording.other, bodies, recording.farthest) : null;
  if (twin) stage.scene.add(twin.root);
  let followed = null;  // The point kept in the middle, if any.
  let arrows = "moving";

  const panel = new Panel(recording, player, {
    resetView: () => stage.resetView(),
    showForces: (mode) => { arrows = mode; update(); },
    splitForces: (on) => { forces.split = on; update(); },
    showPressures: (on) => { patches.visible = on; stage.dirty = true; },
    showStrings: (on) => { strings.visible = on; stage.dirty = true; },
    follow: (on) => { followed = on ? middle() : null; },
    setTheme: (theme) => { ground.setTheme(theme); stage.dirty = true; },
    saveScreenshot: () => saveScreenshot(stage, recording.title),
    saveVideo: (done) => saveVideo(stage, player, recording.title, done),
  }, forces.metresPerNewton);
  const middle = () => bodies.calcBox().getCenter(new THREE.Vector3());

  const update = () => {
    bodies.setTime(player.time);
    const contacts = forces.setTime(player.time, selection.index,
      chooseArrows(arrows, selection.index, motion, player.time, size));
    if (twin) panel.showDistance(twin.setTime(player.time)); else panel.showContacts(contacts);
    if (patches) panel.showPatches(patches.setTime(player.time));
    if (strings) panel.showStrings(strings.setTime(player.time));
    selection.update(player.time, contacts.sum);
    if (followed) {
      const now = middle();
      stage.pan(now.clone().sub(followed));
      stage.lookAfter(now);
      followed = now;
    }
    stage.dirty = true;
  };
  player.addEventListener("change", update);
  selection.addEventListener("change", update);
  addEventListener("hashchange", () => seekAsAddressed(player, recording.start));
  seekAsAddressed(player, recording.start);
  update();
  if (goesFar) document.getElementById("follow").click();
  showNamesOnHover(stage, bodies, strings, document.getElementById("tooltip"));

  let last = performance.now();
  stage.renderer.setAnimationLoop((now) => {
    player.tick(Math.min((now - last) / 1000, 0.25));
    last = now;
    stage.draw();
    document.documentElement.dataset.ready = "true";
  });
}

main().catch((error) => {
  document.getElementById("title").textContent = `The recording cannot be shown: ${error.message}`;
  throw error;
});
