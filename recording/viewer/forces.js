// Contact forces as arrows, each from its contact point along the force. Lengths
// are proportional to the force, up to a longest arrow.
//
// What rests has forces too, and nobody asks for them all the time: by default only
// contacts show arrows in which something moves; or all do, or none, or those of one
// body.
import * as THREE from "three";
import { Arrows } from "./arrows.js";

// As in the legend's style.
const colors = { whole: 0xe8590c, normal: 0x0f9d8a, friction: 0xb5309a };
const least = 1e-3;  // Of the longest force that an arrow is worth.

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
    this.split = false;
    this.#makeArrows();
  }

  #magnitudes() {
    const v = this.forces.values, magnitudes = [];
    for (let i = 0; i < v.length; i += 6) {
      const f = Math.hypot(v[i + 3], v[i + 4], v[i + 5]);
      if (f > 0) magnitudes.push(f);
    }
    return magnitudes;
  }

  #makeArrows() {
    const starts = this.forces.starts;
    let most = 0;
    for (let i = 0; i + 1 < starts.length; ++i) most = Math.max(most, starts[i + 1] - starts[i]);
    this.arrows = Object.fromEntries(Object.entries(colors).map(
      ([part, color]) => [part, new Arrows(color, most)]));
    this.add(...Object.values(this.arrows));
  }

  // Shows the forces at `time`. Returns how many there are, how many are shown, the
  // largest, the largest parts of those that are shown split, and the sum of those on
  // the selected body [N].
  // `isShown(body, other)`: whether contacts between them show their arrows.
  setTime(time, selected, isShown) {
    const { times, starts, values, bodies } = this.forces;
    const sum = new THREE.Vector3();
    let count = 0, shown = 0, largest = 0;
    this.largestParts = { whole: 0, normal: 0, friction: 0 };
    for (const arrows of Object.values(this.arrows)) arrows.clear();
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
      if (!isShown(body, other)) continue;
      this.#placeContact(v, this.forces.normals.subarray(3 * i, 3 * i + 3));
      ++shown;
    }
    for (const arrows of Object.values(this.arrows)) arrows.show();
    return { count, shown, largest, parts: this.largestParts, sum };
  }

  // A contact whose normal is not known has one arrow in any case.
  #placeContact(v, n) {
    const foot = new THREE.Vector3(v[0], v[1], v[2]);
    const force = new THREE.Vector3(v[3], v[4], v[5]);
    const normal = new THREE.Vector3(n[0], n[1], n[2]).normalize();
    if (!this.split || normal.lengthSq() === 0) return this.#place("whole", foot, force);
    const pressure = normal.multiplyScalar(normal.dot(force));
    const friction = force.sub(pressure);
    this.#place("normal", foot, pressure);
    this.#place("friction", foot, friction);
  }

  // The force is its direction afterwards.
  #place(part, foot, force) {
    const size = force.length();
    this.largestParts[part] = Math.max(this.largestParts[part], size);
    const length = Math.min(size * this.metresPerNewton, this.longest);
    if (length < least * this.longest) return;
    const width = Math.min(this.thickness, length);
    this.arrows[part].place(foot, force.divideScalar(size), length, width);
  }
}
