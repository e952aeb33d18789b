// The viewer of runs: one cursor and its views.
import {bisector} from 'd3-array';
import {select} from 'd3-selection';
import {instant} from '../duration.js';
import {listenToKeys} from '../keys.js';
import {Chart} from './chart.js';
import {Finding} from './finding.js';
import {showDivergences} from './divergences.js';
import {showPods} from './pod_table.js';
import {showRecord, showRecords} from './record_list.js';
import {recordOf, sequence} from './run.js';
import {markChosen, showRuns} from './runs_table.js';
import {firstDivergence, groupsOfDivergence, sectionsOf} from './sections.js';
import {Tooltip} from './tooltip.js';

const byTime = bisector((record) => record.t);
const byIndex = bisector((record) => record.index);
const element = (id) => document.getElementById(id);

/** Fills the elements of page.html. Another viewer may replace this one after `signal`, which is optional, is aborted. */
export class Viewer {
  constructor(data, address, signal) {
    this.data = data;
    this.address = address;
    this.signal = signal;
    this.run = data.runs[0];
    this.time = data.lengthSeconds;
    this.tooltip = new Tooltip(element('tooltip'));
    this.sections = sectionsOf(data);
    this.chart = new Chart(element('chart'), data, this.sections, {
      pick: (time, record, run) => this.moveTo(time, record, run),
      hover: (target, event) => this.tooltip.show(target, event),
      leave: () => this.tooltip.hide(),
    }, signal);
    this.finding = new Finding(this.sections, () => this.found(), signal);
    this.chooseSteps();
    if (data.isSeveral) this.showSeveral();
    this.listen();
    this.begin();
  }

  showSeveral() {
    for (const id of ['runs-part', 'divergences-part', 'which']) element(id).hidden = false;
    showRuns(element('runs'), this.data, (run) => this.moveTo(this.time, null, run));
    showDivergences(element('divergences'), this.data, (divergence) => this.goTo(divergence));
    select(element('run')).selectAll('option').data(this.data.runs).join('option')
      .attr('value', ({place}) => place).text(({name}) => name);
    this.on(element('run'), 'change', () => this.moveTo(this.time, null, this.data.runs[element('run').value]));
  }

  on(target, name, listener) {
    target.addEventListener(name, listener, {signal: this.signal});
  }

  /** Moves to the position in the address, otherwise to the first difference of the runs, otherwise to `beginsAt` or the end. */
  begin() {
    const address = this.placeOfAddress();
    const divergence = firstDivergence(this.data);
    if (address) this.moveTo(address.time, null, address.run);
    else if (divergence) this.goTo(divergence);
    else this.moveTo(this.address.beginsAt ?? this.time, null);
  }

  goTo(divergence) {
    const run = this.data.runs[divergence.by];
    const groups = groupsOfDivergence(this.sections, divergence);
    for (const group of groups) group.folded = false;
    this.chart.arrange();
    this.moveTo(divergence.line.t, recordOf(run, divergence.line), run);
    if (groups[0]) this.chart.reveal(groups[0]);
  }

  /** Keeps the current record if it is among the found ones. */
  found() {
    this.chart.arrange();
    this.chooseSteps();
    const {found} = this.finding;
    this.moveTo(this.time, !found || found.has(this.record?.pod) ? this.record : null);
  }

  /** Returns the records of the step buttons: found pods, and the chosen kinds. */
  chooseSteps() {
    this.steps = sequence(this.run, element('steps').value, this.finding.found);
  }

  /** Without a record, uses the last record of the step buttons up to `time`. */
  moveTo(time, record, run = this.run) {
    if (run !== this.run) {
      this.run = run;
      this.chooseSteps();
    }
    this.time = time;
    this.record = record ?? this.steps[byTime.right(this.steps, time) - 1] ?? null;
    this.place = this.record ? byIndex.right(this.steps, this.record.index) - 1 : -1;
    this.show();
    this.remember();
  }

  show() {
    const {time, record, steps, place} = this;
    const what = record ? `${record.narration.who}: ${record.narration.what}` : 'no records yet';
    const inRun = this.data.isSeveral ? ` in ${this.run.name}` : '';
    element('now').textContent = `${instant(time)} of ${instant(this.data.lengthSeconds)}`;
    element('happened').textContent = `, ${what}${inRun}`;
    element('pods-title').textContent = `Pods at ${instant(time)}`;
    element('record-title').textContent = `At the cursor${inRun}`;
    element('records-title').textContent = `Around the cursor${inRun}`;
    element('run').value = this.run.place;
    markChosen(element('runs'), this.run);
    showPods(element('pods'), this.data, time, this.finding.found);
    showRecord(element('record'), record);
    showRecords(element('records'), steps, place, (at, picked) => this.moveTo(at, picked));
    for (const id of ['first', 'previous']) element(id).disabled = place < 0 || (place === 0 && steps[0] === record);
    for (const id of ['next', 'last']) element(id).disabled = place >= steps.length - 1;
    this.chart.moveCursor(time, `${instant(time)}, ${what}${inRun}`);
  }

  step(place) {
    const record = this.steps[Math.min(Math.max(place, 0), this.steps.length - 1)];
    if (record) this.moveTo(record.t, record);
  }

  /** Between two steps, the previous one counts as the next step back. */
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
    for (const [id, action] of Object.entries(actions)) this.on(element(id), 'click', action);
    listenToKeys({
      ArrowLeft: actions.previous, ArrowRight: actions.next, Home: actions.first, End: actions.last,
      '+': actions['zoom-in'], '=': actions['zoom-in'], '-': actions['zoom-out'], 0: actions.fit,
      '/': () => element('find').focus(), ...this.keysOfRuns(),
    }, this.signal);
    this.on(element('steps'), 'change', () => {
      this.chooseSteps();
      this.moveTo(this.time, this.record);
    });
    this.tooltip.hideOnMoves(this.signal);
    this.on(window, 'hashchange', () => {
      const address = this.placeOfAddress();
      if (address && address.time !== this.time) this.moveTo(address.time, null, address.run);
    });
  }

  keysOfRuns() {
    if (!this.data.isSeveral) return {};
    return Object.fromEntries(this.data.runs.map((run) => [run.place + 1, () => this.moveTo(this.time, null, run)]));
  }

  placeOfAddress() {
    const place = this.address.read();
    return place && {time: Math.min(place.time, this.data.lengthSeconds), run: this.data.runs[place.run]};
  }

  remember() {
    this.address.write(this.time, this.data.isSeveral ? this.run.place : null);
  }
}
