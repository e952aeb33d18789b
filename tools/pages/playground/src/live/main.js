// Assembles the page of a served node: its clock, its timeline and the actions of the user.
import {instant} from '../../../report/src/duration.js';
import {counted} from '../../../report/src/numbers.js';
import {unfoldToPrint} from '../../../report/src/paper.js';
import {showHead} from '../../../report/src/run/head.js';
import {showLegend} from '../../../report/src/run/legend.js';
import {readPage} from '../../../report/src/run/run.js';
import {Viewer} from '../../../report/src/run/viewer.js';
import {addThemeButton} from '../../../report/src/theme.js';
import {connect} from '../engine.js';
import {Faults} from '../faults.js';
import {Latest} from '../latest.js';
import {Schema} from '../schema.js';
import {Node} from './node.js';
import {showAgain, viewOf} from './same_view.js';

const minPauseMilliseconds = 1000;
const element = (id) => document.getElementById(id);

class Live {
  constructor() {
    this.node = new Node();
    this.isFollowing = true;
    this.acts = new Latest();
    this.faults = new Faults({
      label: () => 'Perform it now',
      happen: (time, deed) => this.attempt(() => this.node.happen(deed), 'done'),
    });
    const listen = (id, name, action) => element(id).addEventListener(name, action);
    listen('speed', 'change', () => this.attempt(() => this.node.setSpeed(element('speed').value)));
    listen('advance', 'click', () => this.attempt(() => this.node.advance(element('span').value)));
    listen('follow', 'click', () => (this.isFollowing ? this.rest() : this.follow()));
    listen('back', 'click', () => this.goBack());
  }

  async begin() {
    const {schema} = await connect(document.documentElement.dataset.engine).ask({ask: 'about'});
    this.faults.offer(new Schema(schema).actions());
    await this.look();
    this.goOn();
  }

  /** Polls less often as the timeline grows, because each update takes longer. */
  goOn(took = 0) {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const began = performance.now();
      await this.lookAgain();
      this.goOn(performance.now() - began);
    }, Math.max(minPauseMilliseconds, 4 * took));
  }

  showStatus(text, isBad = false) {
    element('status').textContent = text;
    element('status').classList.toggle('bad', isBad);
  }

  /** Shows a message while there is nothing to show. */
  async lookAgain() {
    try {
      await this.look();
      if (this.isBlind) this.showStatus('');
      this.isBlind = false;
    } catch (error) {
      this.isBlind = true;
      this.showStatus(error.message, true);
    }
  }

  /** Performs a request and updates the page; returns whether it succeeded. Only the user's latest act is reported. */
  async attempt(deed, message = '') {
    const isLatest = this.acts.begin();
    try {
      await deed();
    } catch (error) {
      if (isLatest()) this.showStatus(error.message, true);
      return false;
    }
    if (isLatest()) this.showStatus(message);
    await this.lookAgain();
    return true;
  }

  async look() {
    const {speed, elapsed} = await this.node.clock();
    element('clock').textContent = elapsed.replace(/(\.\d)\d+s$/, '$1s');
    this.showSpeed(speed);
    if (!this.isFollowing) return;
    const {page, elapsed: seconds} = await this.node.look();
    if (!this.isFollowing) return this.node.forget();
    if (page) this.data = readPage({...page, command: `kubectl --server=${location.origin} get pods`});
    else if (seconds === this.data.lengthSeconds) return;
    this.data.lengthSeconds = this.data.runs[0].lengthSeconds = seconds;
    this.show();
  }

  /** Adds a speed that the page does not offer, such as one of --speed. */
  showSpeed(speed) {
    const value = speed === 0 ? 'paused' : `${speed}x`;
    const select = element('speed');
    if (select === document.activeElement || select.value === value) return;
    if (![...select.options].some((option) => option.value === value)) select.add(new Option(value));
    select.value = value;
  }

  show() {
    const before = this.viewer && viewOf(this.viewer);
    this.shown?.abort();
    this.shown = new AbortController();
    for (const id of ['facts', 'command', 'chart', 'pods', 'record', 'records']) element(id).textContent = '';
    showHead(this.data);
    this.viewer = null;
    const viewer = new Viewer(this.data, {read: () => null, write: (time) => this.moved(time)}, this.shown.signal);
    if (before) showAgain(viewer, before);
    this.viewer = viewer;
    this.faults.watch(viewer.run, viewer.time);
  }

  /** Stops following the timeline when the user moves the cursor back. */
  moved(time) {
    if (!this.viewer) return;
    if (time < this.data.lengthSeconds) this.rest();
    this.faults.watch(this.viewer.run, time);
  }

  rest() {
    if (!this.isFollowing) return;
    this.isFollowing = false;
    element('follow').setAttribute('aria-pressed', 'false');
    this.acts.begin();
    this.showStatus(`paused at ${counted(this.data.runs[0].records.length, 'record')}; press Follow to continue`);
  }

  follow() {
    this.isFollowing = true;
    element('follow').setAttribute('aria-pressed', 'true');
    this.acts.begin();
    this.showStatus('');
    this.node.forget();
    return this.lookAgain();
  }

  async goBack() {
    const {time} = this.viewer;
    if (!await this.attempt(() => this.node.goBack(time))) return;
    const followed = this.follow();
    const isLatest = this.acts.current();
    await followed;
    if (isLatest()) this.showStatus(`the node was reset to ${instant(time)}; later records were dropped`);
  }
}

addThemeButton(element('theme'));
showLegend(element('legend'), true);
unfoldToPrint([element('more'), element('legend')]);
const live = new Live();
live.begin().catch((error) => live.showStatus(`podreel did not answer: ${error.message}`, true));
