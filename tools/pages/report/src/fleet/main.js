// Assembles the page: the cursor, the chosen plan and the views.
import {tick} from '../duration.js';
import {Floating} from '../floating.js';
import {listenToKeys} from '../keys.js';
import {unfoldToPrint} from '../paper.js';
import {pageText} from '../run/page_text.js';
import {addThemeButton} from '../theme.js';
import {BigTable} from './big_table.js';
import {FleetChart} from './chart.js';
import {showComparison} from './comparison.js';
import {showCursor} from './cursor_table.js';
import {readFleet, worstMoment} from './fleet.js';
import {showHead} from './head.js';
import {showLegend} from './legend.js';
import {measures} from './measures.js';
import {clusterColumns, showWorst, workloadColumns} from './tables.js';
import {spoken, targetLines} from './words.js';

const element = (id) => document.getElementById(id);

class Page {
  constructor(fleet) {
    this.fleet = fleet;
    this.measure = measures[0];
    this.tooltip = new Floating(element('tooltip'));
    this.tooltip.hideOnMoves();
    this.clusters = new BigTable(element('clusters'), clusterColumns);
    this.workloads = new BigTable(element('workloads'), workloadColumns);
    this.chart = new FleetChart(element('chart'), fleet, {
      pick: (time) => this.moveTo(time),
      choose: (plan) => this.choose(plan),
      hover: (target, event) => {
        this.tooltip.open().append(() => targetLines(target));
        this.tooltip.place(event);
      },
      leave: () => this.tooltip.hide(),
    });
    this.addChoices();
    this.listen();
    const {plan, time} = this.placeOfAddress();
    this.time = time ?? worstMoment(plan);
    this.choose(plan);
  }

  choose(plan) {
    this.plan = plan;
    element('plan').value = this.fleet.plans.indexOf(plan);
    for (const each of document.querySelectorAll('.chosen-plan')) each.textContent = plan.name;
    showComparison(element('comparison'), this.fleet, plan, (chosen) => this.choose(chosen));
    this.chart.show(this.measure, plan);
    this.clusters.show(plan.clusters, 'clusters');
    this.workloads.show(plan.workloads, 'workloads with restarts or interruptions', plan.touchedWorkloads - plan.workloads.length);
    showWorst(element('worst'), plan.worst);
    this.moveTo(this.time);
  }

  moveTo(time) {
    this.time = Math.min(Math.max(time, 0), this.fleet.lengthSeconds);
    const text = `${tick(Math.floor(this.time))} of ${tick(this.fleet.lengthSeconds)}`;
    element('now').textContent = text;
    element('happened').textContent = `, ${spoken(this.plan, this.time)}`;
    this.chart.moveCursor(this.time, `${text}, ${spoken(this.plan, this.time)}`);
    showCursor(element('at-cursor'), this.fleet.plans, this.plan, this.time);
    this.remember();
  }

  /** Moves to the beginning of a bin of the chosen plan. */
  step(by) {
    const {width} = this.plan.curve;
    const bin = this.time / width;
    this.moveTo((by < 0 ? Math.ceil(bin) - 1 : Math.floor(bin) + 1) * width);
  }

  addChoices() {
    const add = (select, texts) => texts.forEach((text, index) => select.add(new Option(text, index)));
    add(element('measure'), measures.map(({title}) => title));
    add(element('plan'), this.fleet.plans.map(({name}) => name));
    element('plan').addEventListener('change', () => this.choose(this.fleet.plans[element('plan').value]));
    element('measure').addEventListener('change', () => {
      this.measure = measures[element('measure').value];
      this.chart.show(this.measure, this.plan);
    });
  }

  listen() {
    const actions = {
      first: () => this.moveTo(0),
      previous: () => this.step(-1),
      next: () => this.step(1),
      last: () => this.moveTo(this.fleet.lengthSeconds),
      worst: () => this.moveTo(worstMoment(this.plan)),
      'zoom-in': () => this.chart.zoom.by(2),
      'zoom-out': () => this.chart.zoom.by(0.5),
      fit: () => this.chart.zoom.fit(),
    };
    for (const [id, action] of Object.entries(actions)) element(`go-${id}`).addEventListener('click', action);
    const keys = {
      ArrowLeft: actions.previous, ArrowRight: actions.next, Home: actions.first, End: actions.last, w: actions.worst,
      '+': actions['zoom-in'], '=': actions['zoom-in'], '-': actions['zoom-out'], 0: actions.fit,
    };
    this.fleet.plans.slice(0, 9).forEach((plan, index) => (keys[index + 1] = () => this.choose(plan)));
    listenToKeys(keys);
    window.addEventListener('hashchange', () => {
      const {plan, time} = this.placeOfAddress();
      if (time !== null && time !== this.time) this.moveTo(time);
      if (plan !== this.plan) this.choose(plan);
    });
  }

  /** "#plan=2&t=65" */
  placeOfAddress() {
    const [, plan, time] = /^#plan=(\d+)&t=(\d+(?:\.\d+)?)$/.exec(location.hash) ?? [];
    return {plan: this.fleet.plans[plan - 1] ?? this.fleet.plans[0], time: time === undefined ? null : Number(time)};
  }

  remember() {
    try {
      history.replaceState(null, '', `#plan=${this.fleet.plans.indexOf(this.plan) + 1}&t=${+this.time.toFixed(3)}`);
    } catch {
      // An embedded page may not be able to change its address.
    }
  }
}

addThemeButton(element('theme'));
showLegend(element('legend'));
unfoldToPrint([element('more'), element('legend'), element('clusters')]);
pageText(element('podreel-data')).then((text) => {
  const fleet = readFleet(text);
  showHead(fleet);
  new Page(fleet);
});
