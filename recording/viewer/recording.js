// The recording inside the page: a glTF model with its animation, and the contact
// forces of each frame. html_writer.cpp writes it.
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

function bytesFromBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes.buffer;
}

// Per frame a time [s] and a count; per contact point and force: x y z fx fy fz
// [m, N] in the world, z up.
function decodeForces(forces) {
  const times = new Float32Array(bytesFromBase64(forces.times));
  const counts = new Uint32Array(bytesFromBase64(forces.counts));
  const values = new Float32Array(bytesFromBase64(forces.values));
  const starts = new Uint32Array(counts.length + 1);
  counts.forEach((count, i) => { starts[i + 1] = starts[i] + count; });
  return { times, starts, values };
}

export async function loadRecording() {
  const data = JSON.parse(document.getElementById("recording").textContent);
  const model = await new GLTFLoader().parseAsync(bytesFromBase64(data.glb), "");
  return {
    title: data.title,
    notes: data.notes,
    start: data.start,
    duration: data.duration,
    root: model.scene,
    animation: model.animations[0],
    forces: decodeForces(data.forces),
  };
}
