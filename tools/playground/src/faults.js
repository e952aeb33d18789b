// Something else happens, at the cursor: a step is written into the scenario, and the run is replayed with it.
import {fill} from './catalogue.js';
import {insertionOf} from './insertion.js';

const element = (id) => document.getElementById(id);
/** What people try first. */
const first = ['exitContainer', 'oomKill', 'hangRuntime', 'restartRuntime', 'stopKubelet', 'startKubelet', 'deletePod', 'setImage', 'rebootNode'];

export class Faults {
  /** `actions`: text() is the scenario, insert(change) writes into it and replays, tell(text) says what is wrong. */
  constructor(actions) {
    this.actions = actions;
    this.known = [];
    element('action').addEventListener('change', () => this.suggest());
    element('inject').addEventListener('click', () => this.inject());
  }

  offer(known) {
    const place = ({name}) => (first.indexOf(name) + 1 || first.length + 1);
    this.known = known.toSorted((a, b) => place(a) - place(b));
    fill(element('action'), this.known.map(({name, summary}) => [name, `${name}: ${summary}`]));
    this.suggest();
  }

  /** The run and the instant that are looked at. */
  watch(run, time) {
    const pod = run.pods.find(({rows}) => rows.some(({t, gone}) => t <= time && !gone)) ?? run.pods[0];
    const subject = pod && {pod: shortName(pod.name), container: pod.containers.at(-1)?.name};
    this.time = written(time, run.lengthSeconds);
    element('inject').textContent = `Let it happen at ${this.time}`;
    if (JSON.stringify(subject) === JSON.stringify(this.subject)) return;
    this.subject = subject;
    this.suggest();
  }

  suggest() {
    const chosen = this.known.find(({name}) => name === element('action').value);
    if (!chosen) return;
    const {pod = 'web', container = 'app'} = this.subject ?? {};
    const isAboutPod = /^ {2}pod: web/m.test(chosen.example);
    element('deed').value = chosen.example
      .replace(/^( {2}pod: )web\b/m, `$1${pod}`)
      .replace(/^( {2}container: )app\b/m, `$1${container}`)
      .replace(/^( {2}name: )web\b/m, isAboutPod ? '$&' : `$1${pod}`)
      .split('\n').filter((line) => !/^\s*#/.test(line)).join('\n');
    element('deed').rows = element('deed').value.split('\n').length;
  }

  inject() {
    try {
      this.actions.insert(insertionOf(this.actions.text(), this.time, element('deed').value));
    } catch (error) {
      this.actions.tell(error.message);
    }
  }
}

/** Right after what is shown, unless that is the end: times of records are rounded down to microseconds. */
function written(seconds, end) {
  const after = Math.min(Math.floor(seconds * 1e6 + 1.5) / 1e6, end);
  return `${+after.toFixed(6)}s`;
}

function shortName(name) {
  return name.startsWith('default/') ? name.slice('default/'.length) : name;
}
