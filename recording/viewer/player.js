// Where we are in the recording. Knows nothing of pictures.
export class Player extends EventTarget {
  constructor(duration) {
    super();
    this.duration = duration;
    this.time = 0;
    this.speed = 1;
    this.playing = false;
  }

  seek(time) {
    this.time = Math.min(Math.max(time, 0), this.duration);
    this.dispatchEvent(new Event("change"));
  }

  setPlaying(playing) {
    this.playing = playing && this.duration > 0;
    if (this.playing && this.time >= this.duration) this.time = 0;
    this.dispatchEvent(new Event("change"));
  }

  toggle() { this.setPlaying(!this.playing); }

  // Advances by `elapsed` seconds of the viewer's time; stops at the end.
  tick(elapsed) {
    if (!this.playing) return;
    const time = this.time + elapsed * this.speed;
    if (time >= this.duration) this.playing = false;
    this.seek(time);
  }
}
