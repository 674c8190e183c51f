// The ground: a grid that fades into the page, and the shadows on it. It stands in
// for a horizontal half-space, or lies below everything.
import * as THREE from "three";

const vertexShader = /* glsl */ `
  varying vec3 p_W;
  void main() {
    p_W = (modelMatrix * vec4(position, 1.0)).xyz;
    gl_Position = projectionMatrix * viewMatrix * vec4(p_W, 1.0);
  }`;

const fragmentShader = /* glsl */ `
  uniform vec3 paper, ink, center;
  uniform float cell, reach, solidity;
  varying vec3 p_W;

  // 1 on a line, 0 between lines, whatever the distance of the camera.
  float lines(float spacing) {
    vec2 u = p_W.xz / spacing;
    vec2 width = fwidth(u);
    vec2 distance = abs(fract(u - 0.5) - 0.5) / max(width, 1e-6);
    vec2 line = (1.0 - min(distance, 1.0)) * clamp(0.5 / width - 1.0, 0.0, 1.0);
    return max(line.x, line.y);
  }

  void main() {
    float fade = 1.0 - smoothstep(0.25, 1.0, length(p_W.xz - center.xz) / reach);
    float line = max(0.35 * lines(cell), 0.8 * lines(10.0 * cell));
    float alpha = mix(solidity, 1.0, line) * fade;
    gl_FragColor = vec4(mix(paper, ink, line * 0.5), alpha);
    #include <colorspace_fragment>
  }`;

const colors = {
  light: { paper: 0xffffff, ink: 0x5b6b7f, solidity: 0.55, shadow: 0.22 },
  dark: { paper: 0x39424e, ink: 0xaab6c4, solidity: 0.35, shadow: 0.5 },
};

export class Ground extends THREE.Group {
  // `bounds`: a sphere around what is to be seen; `height`: of the ground [m].
  constructor(bounds, height) {
    super();
    const reach = Math.max(8 * bounds.radius, 1);
    const plane = new THREE.PlaneGeometry(2 * reach, 2 * reach);
    this.grid = new THREE.Mesh(plane, new THREE.ShaderMaterial({
      uniforms: {
        paper: { value: new THREE.Color() },
        ink: { value: new THREE.Color() },
        center: { value: bounds.center },
        cell: { value: 10 ** Math.round(Math.log10(bounds.radius / 4)) },
        reach: { value: reach },
        solidity: { value: 0 },
      },
      vertexShader, fragmentShader, transparent: true, depthWrite: false,
    }));
    this.shade = new THREE.Mesh(plane, new THREE.ShadowMaterial({ depthWrite: false }));
    this.shade.receiveShadow = true;
    this.grid.renderOrder = -2;
    this.shade.renderOrder = -1;
    for (const mesh of [this.grid, this.shade]) mesh.rotation.x = -Math.PI / 2;
    this.position.set(bounds.center.x, height, bounds.center.z);
    this.add(this.grid, this.shade);
  }

  setTheme(theme) {
    const { paper, ink, solidity, shadow } = colors[theme];
    const uniforms = this.grid.material.uniforms;
    uniforms.paper.value.set(paper);
    uniforms.ink.value.set(ink);
    uniforms.solidity.value = solidity;
    this.shade.material.opacity = shadow;
  }
}
