import * as THREE from "three";
import { Bodies } from "./bodies.js";
import { Forces } from "./forces.js";
import { Ground } from "./ground.js";
import { showNamesOnHover } from "./hover.js";
import { Panel } from "./panel.js";
import { Player } from "./player.js";
import { loadRecording } from "./recording.js";
import { Stage } from "./stage.js";
import { Strip } from "./strip.js";

// What goes farther than this many times its own size is followed from the start.
const farAway = 12;

function makeView(recording) {
  const bodies = new Bodies(recording);
  const { sweep, typicalSize } = bodies.calcSweep(recording.duration);
  const goesFar = sweep.getSize(new THREE.Vector3()).length() > farAway * typicalSize;
  const bounds = (goesFar ? bodies.calcBox() : bodies.calcSurroundings(sweep))
    .getBoundingSphere(new THREE.Sphere());
  bounds.radius = Math.max(bounds.radius, (goesFar ? 1 : 0.7) * typicalSize);

  const stage = new Stage(document.getElementById("stage"), bounds);
  const ground = new Ground(bounds, bodies.groundHeight ?? bodies.lowest(sweep));
  const forces = new Forces(recording.forces, bounds.radius);
  stage.scene.add(bodies.root, ground, forces);
  return { stage, bodies, ground, forces, goesFar };
}

async function main() {
  const recording = await loadRecording();
  const player = new Player(recording.duration);
  new Strip(document.getElementById("strip"), document.getElementById("limits"),
    recording.steps, player);
  const { stage, bodies, ground, forces, goesFar } = makeView(recording);
  let followed = null;  // The point kept in the middle, if any.

  const panel = new Panel(recording, player, {
    resetView: () => stage.resetView(),
    showForces: (on) => { forces.visible = on; stage.dirty = true; },
    follow: (on) => { followed = on ? middle() : null; },
    setTheme: (theme) => { ground.setTheme(theme); stage.dirty = true; },
  });
  const middle = () => bodies.calcBox().getCenter(new THREE.Vector3());

  const update = () => {
    bodies.setTime(player.time);
    panel.showContacts(forces.setTime(player.time));
    if (followed) {
      const now = middle();
      stage.pan(now.clone().sub(followed));
      stage.lookAfter(now);
      followed = now;
    }
    stage.dirty = true;
  };
  player.addEventListener("change", update);
  update();
  if (goesFar) document.getElementById("follow").click();
  showNamesOnHover(stage, bodies, document.getElementById("tooltip"));

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
