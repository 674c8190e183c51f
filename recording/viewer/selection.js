// The list of bodies, and what is said of the one that is selected.
import * as THREE from "three";
import { bodyNode } from "./bodies.js";

const element = (id) => document.getElementById(id);
const trailColor = 0x2563eb;
const longestTrail = 400;  // Points.

const format = (x) => (Math.abs(x) < 5e-4 ? 0 : x).toFixed(3);
const formatVector = (v) => [v.x, v.y, v.z].map(format).join("  ");

export class Selection extends EventTarget {
  // `size`: of the scene [m].
  constructor(stage, bodies, motion, size) {
    super();
    Object.assign(this, { stage, bodies, motion });
    this.index = -1;
    this.frame = new THREE.AxesHelper(0.18 * size);
    this.frame.material.depthTest = false;
    this.frame.renderOrder = 3;
    this.outline = new THREE.BoxHelper(new THREE.Object3D(), trailColor);
    this.trail = new THREE.Line(new THREE.BufferGeometry(),
      new THREE.LineBasicMaterial({ color: trailColor }));
    this.trail.frustumCulled = false;
    for (const mark of [this.frame, this.outline, this.trail]) {
      mark.visible = false;
      mark.raycast = () => {};
      stage.scene.add(mark);
    }
    this.#fillList();
    this.#selectOnClick();
  }

  #fillList() {
    const list = element("bodies-list");
    this.items = this.bodies.nodes.map((node, index) => {
      const item = document.createElement("button");
      item.textContent = node.userData.body;
      item.onclick = () => this.select(index === this.index ? -1 : index);
      list.append(item);
      return item;
    });
    element("bodies-filter").oninput = (event) => {
      const part = event.target.value.toLowerCase();
      for (const item of this.items) item.hidden = !item.textContent.toLowerCase().includes(part);
    };
  }

  // A click, not a drag, on a body selects it; beside all bodies, none.
  #selectOnClick() {
    const canvas = this.stage.renderer.domElement;
    let down = null;
    canvas.addEventListener("pointerdown", (event) => { down = event; });
    canvas.addEventListener("pointerup", (event) => {
      if (!down || Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > 4)
        return;
      const hit = this.stage.pick(event, this.bodies.meshes);
      this.select(hit ? this.bodies.nodes.indexOf(bodyNode(hit.object)) : -1);
    });
  }

  select(index) {
    this.items[this.index]?.removeAttribute("aria-current");
    this.index = index;
    this.items[index]?.setAttribute("aria-current", "true");
    if (index >= 0 && !element("bodies").hidden)
      this.items[index].scrollIntoView({ block: "nearest" });
    document.documentElement.dataset.selected =
      index < 0 ? "" : this.bodies.nodes[index].userData.body;
    this.#drawTrail();
    this.dispatchEvent(new Event("change"));
  }

  // The way of its origin through the whole recording.
  #drawTrail() {
    const position = this.index >= 0 ? this.motion.tracks[this.index].position : null;
    this.trail.visible = Boolean(position);
    if (!position) return;
    const count = position.times.length, stride = Math.ceil(count / longestTrail);
    const points = [];
    const parent = this.bodies.nodes[this.index].parent;
    for (let i = 0; i < count; i += stride) {
      points.push(parent.localToWorld(new THREE.Vector3().fromArray(position.values, 3 * i)));
    }
    this.trail.geometry.dispose();
    this.trail.geometry = new THREE.BufferGeometry().setFromPoints(points);
  }

  // `force`: the sum of the contact forces on the selected body [N].
  update(time, force) {
    const selected = this.index >= 0;
    element("selection").hidden = !selected;
    this.frame.visible = this.outline.visible = selected;
    if (!selected) return;
    const node = this.bodies.nodes[this.index];
    const { linear, angular } = this.motion.velocityOf(this.index, time);
    element("selection-name").textContent = node.userData.body;
    element("selection-position").textContent = formatVector(node.position);
    element("selection-velocity").textContent = formatVector(linear);
    element("selection-turn").textContent = format(angular);
    element("selection-force").textContent = formatVector(force);
    node.matrixWorld.decompose(this.frame.position, this.frame.quaternion, new THREE.Vector3());
    const hasShape = node.children.length > 0;
    this.outline.visible = hasShape;
    if (hasShape) this.outline.setFromObject(node);
  }
}
