// Where the recorded bodies are at a time, and how fast: from the animation's keys.
import * as THREE from "three";

// Index of the last key at or before `time`.
function findKey(times, time) {
  let low = 0, high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time) low = middle; else high = middle - 1;
  }
  return low;
}

export class Motion {
  // `nodes`: of the bodies, in the order of the recording.
  constructor(nodes, animation) {
    const tracks = new Map((animation?.tracks ?? []).map((track) => [track.name, track]));
    this.tracks = nodes.map((node) => ({
      position: tracks.get(`${node.name}.position`),
      turn: tracks.get(`${node.name}.quaternion`),
    }));
  }

  // Linear [m/s, a vector in the world, z up] and angular [rad/s, its size], between
  // the keys around `time`.
  velocityOf(body, time) {
    const { position, turn } = this.tracks[body];
    const linear = new THREE.Vector3();
    let angular = 0;
    if (position && position.times.length > 1) {
      const { times, values } = position;
      const i = Math.min(findKey(times, time), times.length - 2), dt = times[i + 1] - times[i];
      linear.fromArray(values, 3 * i + 3).sub(new THREE.Vector3().fromArray(values, 3 * i))
        .divideScalar(dt);
    }
    if (turn && turn.times.length > 1) {
      const { times, values } = turn;
      const i = Math.min(findKey(times, time), times.length - 2), dt = times[i + 1] - times[i];
      const from = new THREE.Quaternion().fromArray(values, 4 * i);
      angular = from.angleTo(new THREE.Quaternion().fromArray(values, 4 * i + 4)) / dt;
    }
    return { linear, angular };
  }
}
