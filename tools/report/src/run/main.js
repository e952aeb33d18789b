// Puts the page together: one cursor, and what shows it.
import {bisector} from 'd3-array';
import {instant} from '../duration.js';
import {listenToKeys} from '../keys.js';
import {unfoldToPrint} from '../paper.js';
import {addThemeButton} from '../theme.js';
import {Chart} from './chart.js';
import {showHead} from './head.js';
import {groupsOf} from './lanes.js';
import {showLegend} from './legend.js';
import {showPods} from './pod_table.js';
import {showRecord, showRecords} from './record_list.js';
import {readRun, sequence} from './run.js';
import {Tooltip} from './tooltip.js';

const byTime = bisector((record) => record.t);
const byIndex = bisector((record) => record.index);
const element = (id) => document.getElementById(id);

class Page {
  constructor(run) {
    this.run = run;
    this.tooltip = new Tooltip(element('tooltip'));
    this.steps = sequence(run, element('steps').value);
    this.chart = new Chart(element('chart'), run, groupsOf(run), {
      pick: (time, record) => this.moveTo(time, record),
      hover: (target, event) => this.tooltip.show(target, event),
      leave: () => this.tooltip.hide(),
    });
    this.listen();
    this.moveTo(this.timeOfAddress() ?? run.lengthSeconds, null);
  }

  /** Without a record: the last one, of those that the buttons go through, that has happened by then. */
  moveTo(time, record) {
    this.time = time;
    this.record = record ?? this.steps[byTime.right(this.steps, time) - 1] ?? null;
    const step = this.record ? byIndex.right(this.steps, this.record.index) - 1 : -1;
    this.place = step;
    const what = this.record ? `${this.record.told.who}: ${this.record.told.what}` : 'nothing has happened yet';
    element('now').textContent = `${instant(time)} of ${instant(this.run.lengthSeconds)}`;
    element('happened').textContent = `, ${what}`;
    element('pods-title').textContent = `Pods at ${instant(time)}`;
    showPods(element('pods'), this.run, time);
    showRecord(element('record'), this.record);
    showRecords(element('records'), this.steps, step, (at, picked) => this.moveTo(at, picked));
    for (const id of ['first', 'previous']) element(id).disabled = step < 0 || (step === 0 && this.steps[0] === this.record);
    for (const id of ['next', 'last']) element(id).disabled = step >= this.steps.length - 1;
    this.chart.moveCursor(time, `${instant(time)}, ${what}`);
    this.remember();
  }

  step(place) {
    const record = this.steps[Math.min(Math.max(place, 0), this.steps.length - 1)];
    if (record) this.moveTo(record.t, record);
  }

  /** From between two steps the one before is nearer than the one before that. */
  back() {
    const isBetween = this.place >= 0 && this.steps[this.place] !== this.record;
    this.step(isBetween ? this.place : this.place - 1);
  }

  listen() {
    const actions = {
      first: () => this.step(0),
      previous: () => this.back(),
      next: () => this.step(this.place + 1),
      last: () => this.step(this.steps.length - 1),
      'zoom-in': () => this.chart.zoom.by(2),
      'zoom-out': () => this.chart.zoom.by(0.5),
      fit: () => this.chart.zoom.fit(),
    };
    for (const [id, action] of Object.entries(actions)) element(id).addEventListener('click', action);
    listenToKeys({
      ArrowLeft: actions.previous, ArrowRight: actions.next, Home: actions.first, End: actions.last,
      '+': actions['zoom-in'], '=': actions['zoom-in'], '-': actions['zoom-out'], 0: actions.fit,
    });
    element('steps').addEventListener('change', () => {
      this.steps = sequence(this.run, element('steps').value);
      this.moveTo(this.time, this.record);
    });
    this.tooltip.hideOnMoves();
    window.addEventListener('hashchange', () => {
      const time = this.timeOfAddress();
      if (time !== null && time !== this.time) this.moveTo(time, null);
    });
  }

  /** "#t=65.85" */
  timeOfAddress() {
    const found = /^#t=(\d+(\.\d+)?)$/.exec(location.hash);
    return found ? Math.min(Number(found[1]), this.run.lengthSeconds) : null;
  }

  remember() {
    try {
      history.replaceState(null, '', `#t=${+this.time.toFixed(6)}`);
    } catch {
      // A page that is embedded elsewhere may have no address of its own.
    }
  }
}

const run = readRun(element('podreel-data'));
addThemeButton(element('theme'));
showHead(run);
showLegend(element('legend'));
unfoldToPrint([element('more'), element('legend')]);
new Page(run);
