// The controls of the page, wired to the player and the view.
import { formatTension } from "./strings.js";

const element = (id) => document.getElementById(id);

const keys = {
  " ": "play", f: "forces", t: "follow", r: "home", d: "theme", b: "list", p: "screenshot",
  c: "pressures", s: "strings", n: "split",
};

// A round number [N] whose arrow is about as long as a fifth of the longest.
function chooseScale(metresPerNewton) {
  if (metresPerNewton === 0) return "";
  const decimetre = 0.1 / metresPerNewton;
  return `${Number(decimetre.toPrecision(2))} N per 10 cm of arrow`;
}

// In Pa, kPa or MPa.
function formatPressure(pressure) {
  const [unit, size] = [["MPa", 1e6], ["kPa", 1e3], ["Pa", 1]]
    .find(([, value]) => pressure >= value) ?? ["Pa", 1];
  return `${Number((pressure / size).toPrecision(3))} ${unit}`;
}

export class Panel {
  constructor(recording, player, view, metresPerNewton) {
    this.player = player;
    this.scale = chooseScale(metresPerNewton);
    this.start = recording.start;
    this.#showTitle(recording);
    element("duration").textContent =
      ` / ${(recording.start + recording.duration).toFixed(2)} s`;
    element("scrubber").max = recording.duration;
    element("play").onclick = () => player.toggle();
    element("scrubber").oninput = (event) => player.seek(Number(event.target.value));
    element("speed").onchange = (event) => { player.speed = Number(event.target.value); };
    element("home").onclick = () => view.resetView();
    this.#cycleForces(view);
    this.#toggle("split", (on) => {
      document.documentElement.dataset.split = on;
      view.splitForces(on);
    });
    this.#wirePressures(recording, view);
    this.#wireStrings(recording, view);
    this.#toggle("follow", (on) => view.follow(on));
    this.#toggle("list", (on) => { element("bodies").hidden = !on; });
    this.#wireCapture(view);
    this.#chooseTheme(view);
    addEventListener("keydown", (event) => this.#press(event));
    player.addEventListener("change", () => this.update());
    this.update();
  }

  #showTitle({ title, notes }) {
    element("title").textContent = title;
    document.title = `${title} – Tactus`;
    for (const [label, value] of notes) {
      const dt = document.createElement("dt"), dd = document.createElement("dd");
      dt.textContent = label;
      dd.textContent = value;
      element("notes").append(dt, dd);
    }
  }

  #toggle(id, apply) {
    const button = element(id);
    button.onclick = () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", on);
      apply(on);
    };
  }

  // Arrows of what moves, none, all.
  #cycleForces(view) {
    const modes = [["moving", "mixed"], ["none", "false"], ["all", "true"]];
    let current = 0;
    element("forces").onclick = () => {
      current = (current + 1) % modes.length;
      const [mode, pressed] = modes[current];
      element("forces").setAttribute("aria-pressed", pressed);
      document.documentElement.dataset.arrows = mode;
      view.showForces(mode);
    };
  }

  // The legend stands as long as the polygons are shown.
  #wirePressures({ patches }, view) {
    element("pressures").hidden = !patches;
    if (!patches) return;
    element("legend").hidden = false;
    element("legend-scale").textContent = `${formatPressure(patches.scale)} and more`;
    this.#toggle("pressures", (on) => {
      element("legend").hidden = !on;
      view.showPressures(on);
    });
  }

  #wireStrings({ strings }, view) {
    element("strings").hidden = !strings;
    if (!strings) return;
    element("tensions").hidden = false;
    element("tensions-scale").textContent = `${Number(strings.scale.toPrecision(3))} N and more`;
    this.#toggle("strings", (on) => {
      element("tensions").hidden = !on;
      view.showStrings(on);
    });
  }

  #wireCapture(view) {
    element("screenshot").onclick = () => view.saveScreenshot();
    const button = element("video");
    button.hidden = typeof MediaRecorder === "undefined";
    let stop = null;
    const release = () => {
      stop = null;
      button.setAttribute("aria-pressed", false);
    };
    button.onclick = () => {
      if (stop) return stop();
      button.setAttribute("aria-pressed", true);
      stop = view.saveVideo(release);
    };
  }

  #chooseTheme(view) {
    const root = document.documentElement;
    const choose = (theme) => {
      root.dataset.theme = theme;
      view.setTheme(theme);
    };
    choose(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    element("theme").onclick = () => choose(root.dataset.theme === "dark" ? "light" : "dark");
  }

  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.tagName === "INPUT" && event.target.type === "search") return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step && event.target.tagName === "BODY") {
      this.player.seek(this.player.time + step / 60);
    } else if (event.key in keys && !(event.key === " " && event.target.tagName === "BUTTON")) {
      element(keys[event.key]).click();
      event.preventDefault();
    }
  }

  update() {
    const { time, playing } = this.player, root = document.documentElement;
    element("time").textContent = (this.start + time).toFixed(2);
    element("scrubber").value = time;
    element("play").setAttribute("aria-label", playing ? "Pause" : "Play");
    root.dataset.time = time;
    root.dataset.playing = playing;
  }

  showDistance({ distance, name }) {
    element("contacts").textContent = name
      ? `now ${distance.toPrecision(3)} m apart: ${name}` : "now at the same places";
    document.documentElement.dataset.distance = distance;
  }

  showContacts({ count, shown, largest, parts }) {
    element("contacts").textContent = count === 0 ? "no contact" :
      `${count} contact${count === 1 ? "" : "s"}, largest force ${largest.toPrecision(3)} N`;
    element("scale").textContent = shown > 0 ? this.scale : "";
    const split = element("split").getAttribute("aria-pressed") === "true";
    element("parts").hidden = !split || shown === 0;
    for (const part of ["normal", "friction"])
      element(part).textContent = `${parts[part].toPrecision(3)} N`;
    document.documentElement.dataset.contacts = count;
    document.documentElement.dataset.arrowsShown = shown;
  }

  showStrings({ count, greatest }) {
    element("tensions-now").textContent = count === 0 ? "none"
      : Number.isFinite(greatest) ? `now at most ${formatTension(greatest)}` : "not known";
    document.documentElement.dataset.strings = count;
    document.documentElement.dataset.tension = greatest;
  }

  showPatches({ count, greatest }) {
    element("legend-now").textContent =
      count === 0 ? "no patch" : `now at most ${formatPressure(greatest)}`;
    document.documentElement.dataset.polygons = count;
  }
}
