// The name of the body, or the string and its tension, under the pointer.
import { bodyNode } from "./bodies.js";

export function showNamesOnHover(stage, bodies, strings, tooltip) {
  const canvas = stage.renderer.domElement;
  const tubes = strings ? [strings.meshes[0]] : [];

  // Strings are thin, often inside what they move, and seen through it.
  const nameAt = (event) => {
    const tube = strings?.visible ? stage.pick(event, tubes) : null;
    if (tube) return strings.describe(tube.instanceId);
    return bodyNode(stage.pick(event, bodies.meshes)?.object)?.userData.body ?? "";
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
