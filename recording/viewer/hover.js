// The name of the body under the pointer.
import { bodyNode } from "./bodies.js";

export function showNamesOnHover(stage, bodies, tooltip) {
  const canvas = stage.renderer.domElement;
  const nameAt = (event) => bodyNode(stage.pick(event, bodies.meshes))?.userData.body ?? "";

  canvas.addEventListener("pointermove", (event) => {
    const name = event.buttons === 0 ? nameAt(event) : "";
    tooltip.hidden = !name;
    tooltip.textContent = name;
    tooltip.style.left = `${Math.min(event.clientX + 14, innerWidth - 140)}px`;
    tooltip.style.top = `${event.clientY + 14}px`;
  });
  canvas.addEventListener("pointerleave", () => { tooltip.hidden = true; });
}
