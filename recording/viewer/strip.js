// The strip of time above the controls: how long the steps were, on a logarithmic
// scale, coloured by what limited them; a tick for each moment with rejected
// attempts; the plant's energy as a line. A click or a drag seeks.
// By reason, so that a colour means the same on every page.
const limitColors = new Map([
  ["first step", "#3b82c4"], ["accuracy", "#8a94a0"], ["maximum step", "#9b6fd0"],
  ["event", "#d9822b"], ["contact ahead", "#4f9d69"], ["solver", "#c94f6d"],
]);
const otherColor = "#b9c0c7";
const rejectedColor = "#d62f2f", energyColor = "#f2b705";
const tickHeight = 5, margin = 2;  // [px]

function colorOf(limit) {
  return limitColors.get(limit) ?? otherColor;
}

function formatStep(seconds) {
  const [factor, unit] = seconds < 1e-3 ? [1e6, "µs"] : [1e3, "ms"];
  return `${Number((factor * seconds).toPrecision(2))} ${unit}`;
}

function rangeOf(values) {
  let low = Infinity, high = -Infinity;
  for (const v of values) {
    low = Math.min(low, v);
    high = Math.max(high, v);
  }
  return { low, high, place: (v) => (high > low ? (v - low) / (high - low) : 0.5) };
}

export class Strip {
  constructor(canvas, legend, steps, player) {
    this.canvas = canvas;
    this.steps = steps;
    this.player = player;
    canvas.hidden = legend.hidden = !steps || steps.times.length === 0;
    if (canvas.hidden) return;
    this.logs = Array.from(steps.sizes, Math.log10);
    this.sizes = rangeOf(this.logs);
    this.energy = rangeOf(steps.energies);
    this.#showLegend(legend);
    this.#listen();
    this.draw();
  }

  #showLegend(legend) {
    const entry = (color, text) => {
      const item = document.createElement("span"), swatch = document.createElement("i");
      swatch.style.background = color;
      item.append(...(color ? [swatch, text] : [text]));
      legend.append(item);
    };
    const { low, high } = this.sizes;
    const span = `steps ${formatStep(10 ** low)} … ${formatStep(10 ** high)}`;
    const known = this.steps.names.some((name) => name !== "");
    entry(null, known ? `${span}, limited by` : span);
    this.steps.names.forEach((name) => {
      if (name) entry(colorOf(name), name);
    });
    const rejected = this.steps.rejected.reduce((sum, n) => sum + n, 0);
    if (rejected > 0) entry(rejectedColor, `${rejected} rejected`);
    const { low: least, high: most } = this.energy;
    entry(energyColor, `energy ${least.toPrecision(3)} … ${most.toPrecision(3)} J`);
  }

  #listen() {
    const seek = (event) => {
      const { left, width } = this.canvas.getBoundingClientRect();
      this.player.seek(this.player.duration * (event.clientX - left) / width);
    };
    this.canvas.onpointerdown = (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      seek(event);
    };
    this.canvas.onpointermove = (event) => {
      if (event.buttons > 0) seek(event);
    };
    this.player.addEventListener("change", () => this.draw());
    new MutationObserver(() => this.draw()).observe(
      document.documentElement, { attributeFilter: ["data-theme"] });
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  draw() {
    const ratio = devicePixelRatio, { clientWidth: width, clientHeight: height } = this.canvas;
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    const pen = this.canvas.getContext("2d");
    pen.scale(ratio, ratio);
    const x = (t) => Math.round(width * t / (this.player.duration || 1));
    this.#drawSteps(pen, x, height);
    this.#drawEnergy(pen, x, height);
    pen.fillStyle = getComputedStyle(this.canvas).color;
    pen.fillRect(x(this.player.time) - 1, 0, 2, height);
  }

  // Of each interval between frames: the shortest step that ended in it.
  #drawSteps(pen, x, height) {
    const { times, limits, names, rejected } = this.steps;
    const room = height - tickHeight - margin;
    let start = 0;
    times.forEach((end, i) => {
      const bar = room * (0.15 + 0.85 * this.sizes.place(this.logs[i]));
      const width = Math.max(x(end) - x(start), 1);
      pen.fillStyle = colorOf(names[limits[i]]);
      pen.fillRect(x(start), height - bar, width, bar);
      if (rejected[i] > 0) {
        pen.fillStyle = rejectedColor;
        pen.fillRect(x(end) - 1, 0, 1.5, tickHeight);
      }
      start = end;
    });
  }

  #drawEnergy(pen, x, height) {
    const { times, energies } = this.steps, room = height - tickHeight - 2 * margin;
    pen.beginPath();
    times.forEach((t, i) => {
      pen.lineTo(x(t), height - margin - room * this.energy.place(energies[i]));
    });
    pen.strokeStyle = energyColor;
    pen.lineWidth = 2;
    pen.stroke();
  }
}
