// Playback of a run at a given speed, which stops at matching records.

const element = (id) => document.getElementById(id);
const frameMilliseconds = 100;

export class Playback {
  /** `showStatus(text)` shows a message. */
  constructor(showStatus) {
    this.showStatus = showStatus;
    this.viewer = null;
    element('play').addEventListener('click', () => (this.timer ? this.pause() : this.play()));
    element('when').addEventListener('input', () => this.moveTo(Number(element('when').value)));
    element('break-next').addEventListener('click', () => this.search(1));
    element('break-previous').addEventListener('click', () => this.search(-1));
    element('break').addEventListener('keydown', (event) => event.key === 'Enter' && this.search(event.shiftKey ? -1 : 1));
  }

  /** Sets the shown run. */
  watch(viewer) {
    this.pause();
    this.viewer = viewer;
    element('when').max = String(viewer.data.lengthSeconds);
    this.moved(viewer.time);
  }

  moved(time, text) {
    element('when').value = String(time);
    element('when').setAttribute('aria-valuetext', text ?? `${time.toFixed(3)} seconds`);
  }

  moveTo(time) {
    this.pause();
    this.viewer?.moveTo(time, null);
  }

  play() {
    const {viewer} = this;
    if (!viewer) return;
    if (viewer.time >= viewer.data.lengthSeconds) viewer.moveTo(0, null);
    element('play').textContent = 'Pause';
    let last = performance.now();
    this.timer = setInterval(() => {
      const now = performance.now();
      this.advance(((now - last) / 1000) * Number(element('speed').value));
      last = now;
    }, frameMilliseconds);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    element('play').textContent = 'Play';
  }

  advance(seconds) {
    const {viewer} = this;
    const end = Math.min(viewer.time + seconds, viewer.data.lengthSeconds);
    const stop = this.matches().find(({t}) => t > viewer.time && t <= end);
    if (stop) {
      this.stopAt(stop);
      return;
    }
    viewer.moveTo(end, null);
    if (end >= viewer.data.lengthSeconds) this.pause();
  }

  stopAt(record) {
    this.pause();
    this.viewer.moveTo(record.t, record);
    this.showStatus(`stopped at ${record.t}s: ${record.narration.who}: ${record.narration.what}`);
  }

  /** Returns the records that contain all the words. */
  matches() {
    const words = element('break').value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    return this.viewer.steps.filter(({pod, narration}) => {
      const text = `${pod ?? ''} ${narration.who} ${narration.what} ${narration.why}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  search(direction) {
    const {viewer} = this;
    if (!viewer) return;
    const found = this.matches();
    const at = viewer.record?.index ?? -1;
    const next = direction > 0 ? found.find(({index}) => index > at) : found.findLast(({index}) => index < at);
    if (next) this.stopAt(next);
    else this.showStatus(found.length === 0 ? 'no record contains these words' : `no ${direction > 0 ? 'later' : 'earlier'} record contains these words`);
  }
}
