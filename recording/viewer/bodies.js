// The recorded bodies, as glTF nodes: how they look, where they go, how far.
import * as THREE from "three";

const up = new THREE.Vector3(0, 1, 0);
const point = new THREE.Vector3();

function addOutline(mesh) {
  const edges = new THREE.LineSegments(
    new THREE.EdgesGeometry(mesh.geometry, 30),
    new THREE.LineBasicMaterial({ color: 0x7c8b9c, transparent: true, opacity: 0.55 }));
  edges.raycast = () => {};
  mesh.add(edges);
}

function isLevel(node) {
  const normal = new THREE.Vector3(0, 0, 1).transformDirection(node.matrixWorld);
  return normal.dot(up) > 0.9999;
}

export class Bodies {
  constructor(recording) {
    this.root = recording.root;
    this.moving = [];
    this.nodes = [];  // Of the bodies, in the order of the recording.
    this.meshes = [];
    this.groundHeight = null;  // Of a level half-space, if there is one.
    this.root.updateMatrixWorld(true);
    this.root.traverse((node) => {
      if ("moving" in node.userData) this.nodes.push(node);
      if (node.userData.moving) this.moving.push(node);
      if (node.isMesh) this.#prepare(node);
    });
    this.mixer = new THREE.AnimationMixer(this.root);
    this.action = recording.animation
      ? this.mixer.clipAction(recording.animation).play() : null;
  }

  #prepare(mesh) {
    if (mesh.userData.shape === "half_space" && isLevel(mesh)) {
      // The ground stands in for it.
      this.groundHeight = mesh.getWorldPosition(new THREE.Vector3()).y;
      mesh.visible = false;
      return;
    }
    // Its corners leave the box that they start in.
    if (mesh.isSkinnedMesh) mesh.frustumCulled = false;
    const glassy = mesh.material.transparent;
    mesh.castShadow = !glassy;
    mesh.receiveShadow = !glassy;
    if (glassy) {
      mesh.material.depthWrite = false;
      addOutline(mesh);
    }
    this.meshes.push(mesh);
  }

  setTime(time) {
    if (this.action) this.action.time = time;
    this.mixer.update(0);
    this.root.updateMatrixWorld(true);
  }

  // The box around what moves (or all there is, if nothing does) as it is now.
  calcBox() {
    const box = new THREE.Box3();
    const nodes = this.moving.length > 0 ? this.moving : this.meshes;
    for (const node of nodes) {
      // Nodes of elastic bodies have no shape of their own.
      if (node.children.length > 0 || node.isMesh) box.expandByObject(node);
      else box.expandByPoint(node.getWorldPosition(point));
    }
    if (box.isEmpty()) box.setFromCenterAndSize(new THREE.Vector3(), new THREE.Vector3(1, 1, 1));
    return box;
  }

  // The box around that at all times, and the size of a typical moment.
  calcSweep(duration) {
    const moments = 40;
    const sweep = new THREE.Box3(), sizes = [];
    for (let i = 0; i <= moments; ++i) {
      this.setTime(duration * i / moments);
      const box = this.calcBox();
      sweep.union(box);
      sizes.push(box.getSize(new THREE.Vector3()).length());
    }
    this.setTime(0);
    sizes.sort((a, b) => a - b);
    return { sweep, typicalSize: sizes[moments / 2] };
  }

  // The box around `sweep` and the things at rest that are not far larger, such as
  // the bin that holds what moves.
  calcSurroundings(sweep) {
    const size = (box) => box.getSize(new THREE.Vector3()).length();
    const surroundings = sweep.clone();
    for (const mesh of this.meshes) {
      const box = new THREE.Box3().setFromObject(mesh);
      if (size(box) < 2 * size(sweep)) surroundings.union(box);
    }
    return surroundings;
  }

  lowest(sweep) {
    const box = sweep.clone();
    for (const mesh of this.meshes) box.expandByObject(mesh);
    return box.min.y;
  }
}

// The node of the body, or the surface, that a node belongs to; or null.
export function bodyNode(node) {
  while (node && !node.userData.body) node = node.parent;
  return node;
}
