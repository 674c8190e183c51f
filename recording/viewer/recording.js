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

// Per frame but the first: when it ends [s]; of the steps since the one before, the
// shortest [s], what limited it, by index into names, how many attempts were
// rejected; and the energy [J]. Null where nobody watched the integrator.
function decodeSteps(steps) {
  if (!steps) return null;
  return {
    names: steps.names,
    times: new Float32Array(bytesFromBase64(steps.times)),
    sizes: new Float32Array(bytesFromBase64(steps.sizes)),
    limits: new Uint32Array(bytesFromBase64(steps.limits)),
    rejected: new Uint32Array(bytesFromBase64(steps.rejected)),
    energies: new Float32Array(bytesFromBase64(steps.energies)),
  };
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
    steps: decodeSteps(data.steps),
  };
}
