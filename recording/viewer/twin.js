// A second run of the same bodies, as ghosts over the first, coloured by how far each
// is from itself there.
import * as THREE from "three";

const near = new THREE.Color(0x3b82f6), far = new THREE.Color(0xdc2626);

export class Twin {
  // `farthest`: of all bodies at all times [m].
  constructor({ root, animation }, bodies, farthest) {
    this.root = root;
    this.farthest = farthest;
    this.pairs = [];
    const partners = new Map(bodies.nodes.map((node) => [node.userData.body, node]));
    root.traverse((node) => {
      if (!("moving" in node.userData)) return;
      const partner = partners.get(node.userData.body);
      if (!node.userData.moving && !partner?.userData.moving) {
        node.visible = false;  // The same in both.
      } else if (partner) {
        this.pairs.push({ node, partner, material: this.#makeGhost(node) });
      }
    });
    this.mixer = new THREE.AnimationMixer(root);
    this.action = animation ? this.mixer.clipAction(animation).play() : null;
  }

  #makeGhost(body) {
    // Behind the solid one where both are in one place, not in patches through it.
    const material = new THREE.MeshStandardMaterial({
      color: near, transparent: true, opacity: 0.5, depthWrite: false, roughness: 0.6,
      polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 16 });
    body.traverse((node) => {
      if (!node.isMesh) return;
      node.material = material;
      node.raycast = () => {};
    });
    return material;
  }

  // Returns who is farthest from itself, and how far [m].
  setTime(time) {
    if (this.action) this.action.time = Math.min(time, this.action.getClip().duration);
    this.mixer.update(0);
    this.root.updateMatrixWorld(true);
    let distance = 0, name = "";
    for (const { node, partner, material } of this.pairs) {
      const d = node.position.distanceTo(partner.position);
      material.color.lerpColors(near, far, this.farthest > 0 ? Math.min(d / this.farthest, 1) : 0);
      if (d > distance) [distance, name] = [d, node.userData.body];
    }
    return { distance, name };
  }
}
