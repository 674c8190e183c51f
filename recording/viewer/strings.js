// Springs, tendons, rods and cables: thin tubes from corner to corner, coloured by the
// tension. What is slack is thin and grey; what pushes is blue; what a limit holds is dark
// in older recordings, which do not know its tension. What is inside a body shows through
// it, faintly.
import * as THREE from "three";
import { startsOf } from "./patches.js";

// The legend's style has the same.
const slackColor = new THREE.Color(0x9aa5b1), unknownColor = new THREE.Color(0x3d4550);
const pulls = [new THREE.Color(0xf2c14e), new THREE.Color(0xc81d25)];
const pushes = [new THREE.Color(0x9ad1e8), new THREE.Color(0x1f5fbf)];
const slackShare = 0.01, slackWidth = 0.45;
const along = new THREE.Vector3(0, 1, 0);

function makeMaterials() {
  return [
    new THREE.MeshStandardMaterial({ roughness: 0.6 }),
    new THREE.MeshBasicMaterial({
      transparent: true, opacity: 0.45, depthTest: false, depthWrite: false }),
  ];
}

// "12 N", "-3 N" for what pushes, or, in older recordings, that it is not known.
export function formatTension(tension) {
  return Number.isNaN(tension) ? "taut at its limit" : `${Number(tension.toPrecision(3))} N`;
}

export class Strings extends THREE.Group {
  // `frameAt(time)`: the frame that is shown then.
  constructor(strings, nodes, frameAt) {
    super();
    Object.assign(this, { strings, nodes, frameAt });
    this.lineStarts = startsOf(strings.counts);
    this.cornerStarts = startsOf(strings.sizes);
    this.lineOf = [];  // Of the pieces that are shown.
    this.#makeMeshes();
  }

  #makeMeshes() {
    const { counts, sizes } = this.strings;
    let most = 1;
    counts.forEach((count, frame) => {
      const first = this.lineStarts[frame];
      const pieces = this.cornerStarts[first + count] - this.cornerStarts[first] - count;
      most = Math.max(most, pieces);
    });
    const tube = new THREE.CylinderGeometry(1, 1, 1, 10);
    tube.translate(0, 0.5, 0);
    this.meshes = makeMaterials().map((material) => {
      const mesh = new THREE.InstancedMesh(tube, material, most);
      mesh.frustumCulled = false;
      mesh.setColorAt(0, slackColor);  // Now it has colours.
      this.add(mesh);
      return mesh;
    });
    const [solid, ghost] = this.meshes;
    solid.castShadow = true;
    ghost.renderOrder = 2;
    ghost.raycast = () => {};
  }

  #cornerAt(index) {
    const { corners, bodies } = this.strings;
    return new THREE.Vector3().fromArray(corners, 3 * index)
      .applyMatrix4(this.nodes[bodies[index]].matrixWorld);
  }

  // Of a frame, every corner where it is now.
  cornersOf(time) {
    const frame = this.frameAt(time), corners = [];
    const first = this.cornerStarts[this.lineStarts[frame]];
    const end = this.cornerStarts[this.lineStarts[frame + 1]];
    for (let i = first; i < end; ++i) corners.push(this.#cornerAt(i));
    return corners;
  }

  #lookOf(tension) {
    const { scale, radius } = this.strings;
    if (Number.isNaN(tension)) return { color: unknownColor, width: radius };
    const share = scale > 0 ? Math.abs(tension) / scale : 0;
    if (share < slackShare) return { color: slackColor, width: slackWidth * radius };
    const [least, most] = tension > 0 ? pulls : pushes;
    return { color: least.clone().lerp(most, Math.min(share, 1)), width: radius };
  }

  // Shows the strings at `time`. Returns how many lines there are, and the greatest
  // tension [N], which is negative when all push.
  setTime(time) {
    const { tensions } = this.strings;
    const frame = this.frameAt(time), pose = new THREE.Matrix4(), turn = new THREE.Quaternion();
    const first = this.lineStarts[frame], end = this.lineStarts[frame + 1];
    let greatest = -Infinity;
    this.lineOf = [];
    for (let line = first; line < end; ++line) {
      const { color, width } = this.#lookOf(tensions[line]);
      if (tensions[line] > greatest) greatest = tensions[line];
      for (let c = this.cornerStarts[line] + 1; c < this.cornerStarts[line + 1]; ++c) {
        const from = this.#cornerAt(c - 1), step = this.#cornerAt(c).sub(from);
        const length = step.length();
        if (length === 0) continue;
        turn.setFromUnitVectors(along, step.divideScalar(length));
        pose.compose(from, turn, new THREE.Vector3(width, length, width));
        for (const mesh of this.meshes) {
          mesh.setMatrixAt(this.lineOf.length, pose);
          mesh.setColorAt(this.lineOf.length, color);
        }
        this.lineOf.push(line);
      }
    }
    for (const mesh of this.meshes) {
      mesh.count = this.lineOf.length;
      mesh.instanceMatrix.needsUpdate = true;
      mesh.instanceColor.needsUpdate = true;
      mesh.boundingSphere = null;  // Of where it was: rays would miss it.
    }
    return { count: end - first, greatest };
  }

  // What a piece is, for who points at it.
  describe(piece) {
    const { names, strings, tensions } = this.strings, line = this.lineOf[piece];
    return `${names[strings[line]]}: ${formatTension(tensions[line])}`;
  }
}
