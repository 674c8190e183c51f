// Camera, light and picture. Draws when something changed, not otherwise.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { RoomEnvironment } from "three/addons/environments/RoomEnvironment.js";

const fieldOfView = 32;                              // [degrees], vertical.
const viewFrom = new THREE.Vector3(0.62, 0.52, 1);   // y up.

// [pixels] below the upper edge of the controls.
const coveredHeight = () =>
  innerHeight - document.querySelector("footer").getBoundingClientRect().top;

export class Stage {
  // `bounds`: the sphere that the first view shows.
  constructor(canvas, bounds) {
    this.bounds = bounds;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.toneMapping = THREE.NeutralToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(
      fieldOfView, 1, bounds.radius / 100, bounds.radius * 100);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.controls.zoomToCursor = true;
    this.controls.minDistance = bounds.radius / 20;
    this.controls.maxDistance = bounds.radius * 30;
    this.#addLights();
    this.dirty = true;
    this.controls.addEventListener("change", () => { this.dirty = true; });
    addEventListener("resize", () => this.resize());
    this.resize();
    this.resetView();
  }

  #addLights() {
    const room = new THREE.PMREMGenerator(this.renderer);
    this.scene.environment = room.fromScene(new RoomEnvironment(), 0.04).texture;
    this.scene.environmentIntensity = 0.55;
    room.dispose();
    const sun = new THREE.DirectionalLight(0xfff4e6, 2.1);
    this.sun = sun;
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    sun.shadow.radius = 4;
    const r = 2.2 * this.bounds.radius, camera = sun.shadow.camera;
    Object.assign(camera, { left: -r, right: r, top: r, bottom: -r, near: 0.1 * r, far: 8 * r });
    sun.shadow.bias = -1e-4;
    sun.shadow.normalBias = 0.006 * r;
    this.scene.add(sun, sun.target);
    this.lookAfter(this.bounds.center);
  }

  // Shadows are sharp around `center`.
  lookAfter(center) {
    const distance = 7 * this.bounds.radius;
    this.sun.target.position.copy(center);
    this.sun.position.copy(center).addScaledVector(
      new THREE.Vector3(-0.45, 1, 0.35).normalize(), distance);
  }

  resetView() {
    const { center, radius } = this.bounds;
    const free = Math.min(1 - coveredHeight() / innerHeight, this.camera.aspect);
    const half = Math.atan(free * Math.tan(THREE.MathUtils.degToRad(fieldOfView / 2)));
    const distance = radius / Math.sin(half);
    this.controls.target.copy(center);
    this.camera.position.copy(center).addScaledVector(
      viewFrom.clone().normalize(), distance);
    this.controls.update();
    this.dirty = true;
  }

  // Moves camera and target by `shift`.
  pan(shift) {
    this.camera.position.add(shift);
    this.controls.target.add(shift);
    this.dirty = true;
  }

  resize() {
    this.renderer.setSize(innerWidth, innerHeight, false);
    this.camera.aspect = innerWidth / innerHeight;
    this.camera.setViewOffset(innerWidth, innerHeight, 0, coveredHeight() / 2, innerWidth, innerHeight);
    this.dirty = true;
  }

  // Where the pointer meets one of `meshes`, or undefined. One looks through glass, at
  // what is behind it if there is anything.
  pick(event, meshes) {
    const raycaster = new THREE.Raycaster();
    raycaster.setFromCamera(new THREE.Vector2(
      2 * event.clientX / innerWidth - 1, 1 - 2 * event.clientY / innerHeight), this.camera);
    const hits = raycaster.intersectObjects(meshes, false);
    return hits.find((h) => !h.object.material.transparent) ?? hits[0];
  }

  draw() {
    this.controls.update();
    if (!this.dirty) return;
    this.dirty = false;
    this.renderer.render(this.scene, this.camera);
  }
}
