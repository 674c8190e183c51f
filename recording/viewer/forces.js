// Contact forces as arrows, each from its contact point along the force. Lengths
// are proportional to the force, up to a longest arrow.
//
// What rests has forces too, and nobody asks for them all the time: by default only
// contacts show arrows in which something moves; or all do, or none, or those of one
// body.
import * as THREE from "three";

const color = new THREE.Color(0xe8590c);
const shaftShare = 0.72, shaftRadius = 0.035, headRadius = 0.1;

// Along y, of unit length, from the origin.
function makeParts() {
  const shaft = new THREE.CylinderGeometry(shaftRadius, shaftRadius, 1, 10);
  shaft.translate(0, 0.5, 0);
  const head = new THREE.ConeGeometry(headRadius, 1, 14);
  head.translate(0, 0.5, 0);
  return { shaft, head };
}

function makeMaterials() {
  const solid = new THREE.MeshStandardMaterial({
    color, roughness: 0.5, emissive: color, emissiveIntensity: 0.35 });
  // What is inside a body shows through it, faintly.
  const ghost = new THREE.MeshBasicMaterial({
    color, transparent: true, opacity: 0.45, depthTest: false, depthWrite: false });
  return { solid, ghost };
}

function quantile(values, share) {
  const sorted = Float32Array.from(values).sort();
  return sorted[Math.floor(share * (sorted.length - 1))];
}

// The frame whose time is nearest to `time`.
export function frameNearest(times, time) {
  let low = 0, high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time) low = middle; else high = middle - 1;
  }
  const next = Math.min(low + 1, times.length - 1);
  return times[next] - time < time - times[low] ? next : low;
}

export class Forces extends THREE.Group {
  // `size`: of the scene [m].
  constructor(forces, size) {
    super();
    this.forces = forces;
    this.longest = 0.45 * size;
    this.thickness = 0.16 * size;
    this.rotation.x = -Math.PI / 2;  // z up, as the recording has it.
    const magnitudes = this.#magnitudes();
    const typical = magnitudes.length > 0 ? quantile(magnitudes, 0.9) : 0;
    this.metresPerNewton = typical > 0 ? 0.28 * size / typical : 0;
    this.#makeMeshes();
  }

  #magnitudes() {
    const v = this.forces.values, magnitudes = [];
    for (let i = 0; i < v.length; i += 6) {
      const f = Math.hypot(v[i + 3], v[i + 4], v[i + 5]);
      if (f > 0) magnitudes.push(f);
    }
    return magnitudes;
  }

  #makeMeshes() {
    const starts = this.forces.starts;
    let most = 0;
    for (let i = 0; i + 1 < starts.length; ++i) most = Math.max(most, starts[i + 1] - starts[i]);
    const parts = makeParts(), materials = makeMaterials();
    this.meshes = [];
    for (const [name, material] of Object.entries(materials)) {
      for (const part of ["shaft", "head"]) {
        const mesh = new THREE.InstancedMesh(parts[part], material, Math.max(most, 1));
        mesh.frustumCulled = false;
        mesh.renderOrder = name === "ghost" ? 2 : 0;
        mesh.part = part;
        mesh.raycast = () => {};
        this.meshes.push(mesh);
        this.add(mesh);
      }
    }
  }

  // Shows the forces at `time`. Returns how many there are, how many are shown, the
  // largest [N], and the sum of those on the selected body [N].
  // `isShown(body, other)`: whether contacts between them show their arrows.
  setTime(time, selected, isShown) {
    const { times, starts, values, bodies } = this.forces;
    const sum = new THREE.Vector3();
    let count = 0, shown = 0, largest = 0;
    const frame = times.length > 0 ? frameNearest(times, time) : -1;
    for (let i = starts[frame] ?? 0; i < (starts[frame + 1] ?? 0) && frame >= 0; ++i) {
      const v = values.subarray(6 * i, 6 * i + 6);
      const force = Math.hypot(v[3], v[4], v[5]);
      if (force === 0) continue;
      largest = Math.max(largest, force);
      ++count;
      const body = bodies[2 * i], other = bodies[2 * i + 1];
      const sign = selected < 0 ? 0 : body === selected ? 1 : other === selected ? -1 : 0;
      sum.addScaledVector(new THREE.Vector3(v[3], v[4], v[5]), sign);
      if (isShown(body, other)) this.#place(shown++, v, force);
    }
    for (const mesh of this.meshes) {
      mesh.count = shown;
      mesh.instanceMatrix.needsUpdate = true;
    }
    return { count, shown, largest, sum };
  }

  #place(index, v, force) {
    const length = Math.min(force * this.metresPerNewton, this.longest);
    const width = Math.min(this.thickness, length);
    const direction = new THREE.Vector3(v[3], v[4], v[5]).divideScalar(force);
    const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), direction);
    const foot = new THREE.Vector3(v[0], v[1], v[2]);
    const neck = foot.clone().addScaledVector(direction, shaftShare * length);
    const pose = new THREE.Matrix4();
    for (const mesh of this.meshes) {
      const isHead = mesh.part === "head";
      const long = (isHead ? 1 - shaftShare : shaftShare) * length;
      pose.compose(isHead ? neck : foot, turn, new THREE.Vector3(width, long, width));
      mesh.setMatrixAt(index, pose);
    }
  }
}
