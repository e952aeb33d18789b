// Triggers an action: a step of a timeline that the user chooses and edits.
import {fill} from './catalogue.js';

const element = (id) => document.getElementById(id);
/** Actions at the top of the list. */
const first = ['exitContainer', 'oomKill', 'hangRuntime', 'restartRuntime', 'stopKubelet', 'startKubelet', 'deletePod', 'setImage', 'rebootNode'];

export class Faults {
  /** `actions`: happen(time, deed) performs the action, label(time) returns the text of its button. Times are in YAML's format. */
  constructor(actions) {
    this.actions = actions;
    this.known = [];
    this.suggested = '';
    element('action').addEventListener('change', () => this.suggest());
    element('inject').addEventListener('click', () => this.actions.happen(this.time, element('deed').value));
  }

  offer(known) {
    const place = ({name}) => (first.indexOf(name) + 1 || first.length + 1);
    this.known = known.toSorted((a, b) => place(a) - place(b));
    fill(element('action'), this.known.map(({name, summary}) => [name, `${name}: ${summary}`]));
    this.suggest();
  }

  /** Sets the shown run and instant; a text that the user has edited stays. */
  watch(run, time) {
    const pod = run.pods.find(({rows}) => rows.some(({t, gone}) => t <= time && !gone)) ?? run.pods[0];
    const subject = pod && {pod: shortName(pod.name), container: pod.containers.at(-1)?.name};
    this.time = written(time, run.lengthSeconds);
    element('inject').textContent = this.actions.label(this.time);
    if (JSON.stringify(subject) === JSON.stringify(this.subject)) return;
    this.subject = subject;
    if (element('deed').value === this.suggested) this.suggest();
  }

  /** Replaces the text by the chosen action's example, about the pod that is shown. */
  suggest() {
    const chosen = this.known.find(({name}) => name === element('action').value);
    if (!chosen) return;
    const {pod = 'web', container = 'app'} = this.subject ?? {};
    const isAboutPod = /^ {2}pod: web/m.test(chosen.example);
    this.suggested = chosen.example
      .replace(/^( {2}pod: )web\b/m, `$1${pod}`)
      .replace(/^( {2}container: )app\b/m, `$1${container}`)
      .replace(/^( {2}name: )web\b/m, isAboutPod ? '$&' : `$1${pod}`)
      .split('\n').filter((line) => !/^\s*#/.test(line)).join('\n');
    element('deed').value = this.suggested;
    element('deed').rows = this.suggested.split('\n').length;
  }
}

/** Returns the time just after the shown instant, unless that is the end; times of records are rounded down to microseconds. */
function written(seconds, end) {
  const after = Math.min(Math.floor(seconds * 1e6 + 1.5) / 1e6, end);
  return `${+after.toFixed(6)}s`;
}

function shortName(name) {
  return name.startsWith('default/') ? name.slice('default/'.length) : name;
}
