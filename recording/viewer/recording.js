// The recording inside the page: a glTF model with its animation, and the contact
// forces of each frame, compressed. html_writer.cpp writes it.
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

// The bytes of a stream of zlib's in base 64.
async function decompress(text) {
  const binary = atob(text);
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Of words of four bytes in planes: byte k of word i stands at k n + i.
async function decompressWords(text) {
  const planes = await decompress(text), n = planes.length / 4;
  const bytes = new Uint8Array(planes.length);
  for (let k = 0; k < 4; ++k) {
    for (let i = 0; i < n; ++i) bytes[4 * i + k] = planes[k * n + i];
  }
  return bytes;
}

const decodeArray = async (Type, text) => new Type((await decompressWords(text)).buffer);

// A GLB file, whose numbers are apart from the document that describes them.
async function decodeModel({ document, numbers }) {
  const parts = [await decompress(document), await decompressWords(numbers)];
  return new Blob(parts).arrayBuffer();
}

// Per frame a time [s] and a count; per contact point and force: x y z fx fy fz
// [m, N] in the world, z up; the normal, or zero; the body that feels it and the other,
// by index, or -1.
async function decodeForces(forces) {
  const times = await decodeArray(Float32Array, forces.times);
  const counts = await decodeArray(Uint32Array, forces.counts);
  const values = await decodeArray(Float32Array, forces.values);
  const normals = await decodeArray(Float32Array, forces.normals);
  const bodies = Int32Array.from(await decodeArray(Uint32Array, forces.bodies), (b) => b - 1);
  const starts = new Uint32Array(counts.length + 1);
  counts.forEach((count, i) => { starts[i + 1] = starts[i] + count; });
  return { times, starts, values, normals, bodies };
}

// Per frame but the first: when it ends [s]; of the steps since the one before, the
// shortest [s], what limited it, by index into names, how many attempts were
// rejected; and the energy [J]. Null where nobody watched the integrator.
async function decodeSteps(steps) {
  if (!steps) return null;
  return {
    names: steps.names,
    times: await decodeArray(Float32Array, steps.times),
    sizes: await decodeArray(Float32Array, steps.sizes),
    limits: await decodeArray(Uint32Array, steps.limits),
    rejected: await decodeArray(Uint32Array, steps.rejected),
    energies: await decodeArray(Float32Array, steps.energies),
  };
}

// What is painted by pressure: per frame its number of patches; per patch the body
// that carries it, by index, and its number of polygons; per polygon its number of
// corners; per corner where it is in the body [m], and the pressure [Pa]. `scale`: the
// pressure of the last colour. Null where nothing touched by a pressure field.
async function decodePatches(patches) {
  if (!patches) return null;
  return {
    scale: patches.scale,
    counts: await decodeArray(Uint32Array, patches.counts),
    bodies: await decodeArray(Uint32Array, patches.bodies),
    polygons: await decodeArray(Uint32Array, patches.polygons),
    sizes: await decodeArray(Uint32Array, patches.sizes),
    corners: await decodeArray(Float32Array, patches.corners),
    pressures: await decodeArray(Float32Array, patches.pressures),
  };
}

// Strings: per frame its number of lines; per line the string, by index into names,
// its tension [N] (negative: it pushes; NaN: not known) and its number of corners; per
// corner the body that carries it, by index, and where it is in it [m]. `scale`: the
// tension of the last colour, `radius` [m]. Null where there are none.
async function decodeStrings(strings) {
  if (!strings) return null;
  return {
    names: strings.names,
    scale: strings.scale,
    radius: strings.radius,
    counts: await decodeArray(Uint32Array, strings.counts),
    strings: await decodeArray(Uint32Array, strings.strings),
    tensions: await decodeArray(Float32Array, strings.tensions),
    sizes: await decodeArray(Uint32Array, strings.sizes),
    bodies: await decodeArray(Uint32Array, strings.bodies),
    corners: await decodeArray(Float32Array, strings.corners),
  };
}

async function loadModel(model) {
  const gltf = await new GLTFLoader().parseAsync(await decodeModel(model), "");
  return { root: gltf.scene, animation: gltf.animations[0] };
}

// `other`: a second run to compare with, `farthest` [m] from the first at most.
export async function loadRecording() {
  const data = JSON.parse(document.getElementById("recording").textContent);
  const { root, animation } = await loadModel(data.model);
  return {
    title: data.title,
    notes: data.notes,
    start: data.start,
    duration: data.duration,
    root,
    animation,
    other: data.other ? await loadModel(data.other) : null,
    farthest: data.farthest ?? 0,
    forces: await decodeForces(data.forces),
    patches: await decodePatches(data.patches),
    strings: await decodeStrings(data.strings),
    steps: await decodeSteps(data.steps),
  };
}
