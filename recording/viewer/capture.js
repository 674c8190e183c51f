// The picture as a file, still or moving.
import * as THREE from "three";

const fallback = new THREE.Color(0xeef1f5);

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// The paper is the page's and not the picture's: files get one of its colours.
function usePaper(stage, on) {
  const dark = document.documentElement.dataset.theme === "dark";
  stage.scene.background = on ? (dark ? new THREE.Color(0x1c2129) : fallback) : null;
  stage.dirty = true;
}

export function saveScreenshot(stage, name) {
  usePaper(stage, true);
  stage.draw();
  stage.renderer.domElement.toBlob((blob) => save(blob, `${name}.png`));
  usePaper(stage, false);
}

// Plays from the start to the end and saves what is seen.
export function saveVideo(stage, player, name, done) {
  const canvas = stage.renderer.domElement;
  const recorder = new MediaRecorder(canvas.captureStream(60),
    { mimeType: "video/webm", videoBitsPerSecond: 12e6 });
  const pieces = [];
  recorder.ondataavailable = (event) => pieces.push(event.data);
  const stopAtEnd = () => {
    if (!player.playing && recorder.state === "recording") recorder.stop();
  };
  recorder.onstop = () => {
    player.removeEventListener("change", stopAtEnd);
    usePaper(stage, false);
    save(new Blob(pieces, { type: "video/webm" }), `${name}.webm`);
    done();
  };
  usePaper(stage, true);
  player.seek(0);
  player.setPlaying(true);
  recorder.start();
  player.addEventListener("change", stopAtEnd);
  return () => player.setPlaying(false);
}
