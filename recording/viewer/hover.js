// The name of the body under the pointer.
import * as THREE from "three";
import { bodyName } from "./bodies.js";

export function showNamesOnHover(stage, bodies, tooltip) {
  const raycaster = new THREE.Raycaster(), pointer = new THREE.Vector2();
  const canvas = stage.renderer.domElement;

  const nameAt = (event) => {
    pointer.set(2 * event.clientX / innerWidth - 1, 1 - 2 * event.clientY / innerHeight);
    raycaster.setFromCamera(pointer, stage.camera);
    const hits = raycaster.intersectObjects(bodies.meshes, false);
    // One looks through glass, at what is behind it if there is anything.
    const hit = hits.find((h) => !h.object.material.transparent) ?? hits[0];
    return hit ? bodyName(hit.object) : "";
  };

  canvas.addEventListener("pointermove", (event) => {
    const name = event.buttons === 0 ? nameAt(event) : "";
    tooltip.hidden = !name;
    tooltip.textContent = name;
    tooltip.style.left = `${Math.min(event.clientX + 14, innerWidth - 140)}px`;
    tooltip.style.top = `${event.clientY + 14}px`;
  });
  canvas.addEventListener("pointerleave", () => { tooltip.hidden = true; });
}
