// Contact by pressure fields: the polygons of the surface where two bodies' pressures
// are equal, coloured by the pressure. They lie inside the bodies and are seen through
// them.
import * as THREE from "three";

// sRGB, at equal distances, as in patch_meshes.cpp and the legend's style.
const stops = [[0.267, 0.005, 0.329], [0.231, 0.322, 0.545], [0.129, 0.569, 0.549],
  [0.369, 0.788, 0.384], [0.992, 0.906, 0.145]];

function colorOf(share, color) {
  const x = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const i = Math.min(Math.floor(x), stops.length - 2), t = x - i;
  const [r, g, b] = stops[i].map((c, k) => (1 - t) * c + t * stops[i + 1][k]);
  return color.setRGB(r, g, b, THREE.SRGBColorSpace);
}

// Where each of `counts` starts, and the end of the last.
export function startsOf(counts) {
  const starts = new Uint32Array(counts.length + 1);
  counts.forEach((count, i) => { starts[i + 1] = starts[i] + count; });
  return starts;
}

export class Patches extends THREE.Mesh {
  // `frameAt(time)`: the frame that is shown then.
  constructor(patches, nodes, frameAt) {
    super(new THREE.BufferGeometry(), new THREE.MeshBasicMaterial({
      vertexColors: true, side: THREE.DoubleSide, depthTest: false, depthWrite: false,
      transparent: true, opacity: 0.92, toneMapped: false }));
    this.patches = patches;
    this.nodes = nodes;
    this.frameAt = frameAt;
    this.scaleOfColors = patches.scale;  // [Pa]
    this.patchStarts = startsOf(patches.counts);
    this.polygonStarts = startsOf(patches.polygons);
    this.cornerStarts = startsOf(patches.sizes);
    this.frustumCulled = false;
    this.renderOrder = 1;
    this.raycast = () => {};
  }

  // Shows the polygons at `time`. Returns how many there are, and the greatest
  // pressure [Pa].
  setTime(time) {
    const frame = this.frameAt(time);
    const positions = [], colors = [], corner = new THREE.Vector3(), color = new THREE.Color();
    let count = 0, greatest = 0;
    const add = (index, matrix) => {
      corner.fromArray(this.patches.corners, 3 * index).applyMatrix4(matrix);
      positions.push(corner.x, corner.y, corner.z);
      const pressure = this.patches.pressures[index];
      greatest = Math.max(greatest, pressure);
      colorOf(pressure / this.scaleOfColors, color);
      colors.push(color.r, color.g, color.b);
    };
    for (let i = this.patchStarts[frame]; i < this.patchStarts[frame + 1]; ++i) {
      const matrix = this.nodes[this.patches.bodies[i]].matrixWorld;
      for (let k = this.polygonStarts[i]; k < this.polygonStarts[i + 1]; ++k) {
        const first = this.cornerStarts[k], end = this.cornerStarts[k + 1];
        for (let c = first + 2; c < end; ++c) {
          for (const index of [first, c - 1, c]) add(index, matrix);
        }
        ++count;
      }
    }
    this.geometry.dispose();
    this.geometry = new THREE.BufferGeometry();
    this.geometry.setAttribute("position", new THREE.Float32BufferAttribute(positions, 3));
    this.geometry.setAttribute("color", new THREE.Float32BufferAttribute(colors, 3));
    return { count, greatest };
  }
}
