// Arrows of one colour, each from a foot along a force. What is inside a body shows
// through it, faintly.
import * as THREE from "three";

const shaftShare = 0.72, shaftRadius = 0.035, headRadius = 0.1;
const up = new THREE.Vector3(0, 1, 0);

// Along y, of unit length, from the origin.
function makeParts() {
  const shaft = new THREE.CylinderGeometry(shaftRadius, shaftRadius, 1, 10);
  shaft.translate(0, 0.5, 0);
  const head = new THREE.ConeGeometry(headRadius, 1, 14);
  head.translate(0, 0.5, 0);
  return { shaft, head };
}

function makeMaterials(color) {
  const solid = new THREE.MeshStandardMaterial({
    color, roughness: 0.5, emissive: color, emissiveIntensity: 0.35 });
  const ghost = new THREE.MeshBasicMaterial({
    color, transparent: true, opacity: 0.45, depthTest: false, depthWrite: false });
  return { solid, ghost };
}

export class Arrows extends THREE.Group {
  // `most`: of them at a time.
  constructor(color, most) {
    super();
    this.count = 0;
    this.meshes = [];
    const parts = makeParts(), materials = makeMaterials(new THREE.Color(color));
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

  clear() { this.count = 0; }

  // `direction`: unit; `length` and `width` [m].
  place(foot, direction, length, width) {
    const turn = new THREE.Quaternion().setFromUnitVectors(up, direction);
    const neck = foot.clone().addScaledVector(direction, shaftShare * length);
    const pose = new THREE.Matrix4();
    for (const mesh of this.meshes) {
      const isHead = mesh.part === "head";
      const long = (isHead ? 1 - shaftShare : shaftShare) * length;
      pose.compose(isHead ? neck : foot, turn, new THREE.Vector3(width, long, width));
      mesh.setMatrixAt(this.count, pose);
    }
    ++this.count;
  }

  show() {
    for (const mesh of this.meshes) {
      mesh.count = this.count;
      mesh.instanceMatrix.needsUpdate = true;
    }
  }
}
