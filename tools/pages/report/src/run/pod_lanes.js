// The lanes of one pod.
import {States, containerState, podState} from './states.js';

const kinds = {init: 'init', sidecar: 'sidecar', regular: '', ephemeral: 'ephemeral'};

/** Collects the records of one pod in lanes. `end` is the end of the run. */
export function podLanes(pod, records, end) {
  const story = new PodStory(pod, end);
  for (const record of records) story.add(record);
  return story.finish();
}

class PodStory {
  constructor(pod, end) {
    this.end = end;
    this.pod = pod;
    this.gone = pod.rows.filter((row) => row.gone).map((row) => row.t);
    this.phase = new States();
    this.ready = new States();
    this.terminating = false;
    this.status = {phase: 'Pending'};
    this.containers = new Map();
    this.syncs = [];
    this.openSync = null;
    this.lastReasons = [];
    this.calls = [];
    this.marks = {api: [], event: [], probe: [], loop: []};
    for (const container of pod.containers) this.container(container.name, kinds[container.kind]);
    const born = pod.rows[0];
    if (born) this.phase.set(born.t, podState(this.status, false), undefined);
  }

  container(name, kind = '') {
    if (!this.containers.has(name)) {
      this.containers.set(name, {name, kind, reported: new States(), alive: [], process: null, marks: []});
    }
    return this.containers.get(name);
  }

  add(record) {
    while (this.gone.length > 0 && this.gone[0] < record.t) this.removed(this.gone.shift());
    const handler = {
      status: () => this.addStatus(record),
      runtime: () => this.addCall(record),
      environment: () => this.addEnvironment(record),
      sync: () => this.addSync(record),
      kubelet: () => this.cutSync(record.t),
      api: () => this.addApi(record),
      event: () => this.marks.event.push(mark(record, record.type === 'Warning' ? 'triangle' : 'circle')),
      probe: () => this.marks.probe.push(mark(record, record.result === 'success' ? 'circle' : 'triangle')),
      pleg: () => this.marks.loop.push(mark(record, 'diamond')),
      loop: () => this.marks.loop.push(mark(record, 'circle')),
    }[record.kind];
    handler?.();
  }

  addStatus(record) {
    this.status = record;
    this.phase.set(record.t, podState(record, this.terminating), record);
    if (record.conditions?.Ready === 'True') {
      this.ready.set(record.t, {look: 'alive', label: 'Ready'}, record);
    } else {
      this.ready.end(record.t);
    }
    for (const list of ['initContainers', 'containers', 'ephemeralContainers']) {
      for (const container of record[list] ?? []) {
        const reasons = this.lastReasons.filter(({subject}) => subject === container.name);
        this.container(container.name).reported.set(record.t, {...containerState(container), reasons}, record);
      }
    }
  }

  addCall(record) {
    const end = record.t + (record.dur_ms ?? 0) / 1000;
    this.calls.push({from: record.t, to: end, look: record.error ? 'call-failed' : 'call', label: record.op, record});
    if (record.op === 'StartContainer' && !record.error && record.container) {
      this.container(record.container).process = {from: end, look: 'alive', label: 'process', id: record.id, record};
    }
  }

  addEnvironment(record) {
    if (!record.container) {
      this.marks.api.push(mark(record, 'cross'));
      return;
    }
    const container = this.container(record.container);
    const exits = record.what === 'container_exit';
    container.marks.push(mark(record, exits ? 'exit' : 'cross'));
    if (exits && container.process?.id === record.id) this.endProcess(container, record.t);
  }

  addSync(record) {
    if (record.op.endsWith('enter')) {
      this.openSync = {from: record.t, entered: record};
      return;
    }
    const from = this.openSync?.from ?? record.t;
    const label = record.op === 'exit' ? 'sync' : record.op.replace('-exit', '');
    const look = record.error ? 'sync-failed' : 'sync';
    this.syncs.push({from, to: record.t, look, label, record});
    this.lastReasons = record.explanation ?? [];
    this.openSync = null;
  }

  cutSync(time) {
    if (!this.openSync) return;
    const {from, entered} = this.openSync;
    this.syncs.push({from, to: time, look: 'sync', label: 'sync, unfinished', record: entered});
    this.openSync = null;
  }

  addApi(record) {
    this.marks.api.push(mark(record, 'square'));
    if (record.op === 'pod_delete_requested') {
      this.terminating = true;
      this.phase.set(record.t, podState(this.status, true), record);
    } else if (record.op === 'pod_removed') {
      this.gone.shift();
      this.removed(record.t);
    } else if (record.op === 'pod_created') {
      this.status = {phase: 'Pending'};
      this.phase.set(record.t, podState(this.status, false), record);
    }
  }

  removed(time) {
    this.terminating = false;
    this.phase.end(time);
    this.ready.end(time);
    for (const container of this.containers.values()) container.reported.end(time);
  }

  endProcess(container, time) {
    if (container.process) container.alive.push({...container.process, to: time});
    container.process = null;
  }

  finish() {
    for (const time of this.gone) this.removed(time);
    this.phase.end(this.end);
    this.ready.end(this.end);
    this.cutSync(this.end);
    const lanes = [
      {label: 'pod', note: 'phase', tall: true, hasStates: true, bars: this.phase.bars, thin: this.ready.bars, marks: []},
      {label: 'API', note: '', bars: [], marks: this.marks.api},
      ...this.containerLanes(),
      {label: 'pod worker', note: 'syncs', bars: this.syncs, marks: []},
      {label: 'runtime', note: 'calls', bars: this.calls, marks: []},
      {label: 'events', note: '', bars: [], marks: this.marks.event},
      {label: 'probes', note: '', bars: [], marks: this.marks.probe},
      {label: 'PLEG, loop', note: '', bars: [], marks: this.marks.loop},
    ];
    return lanes.filter((lane) => lane.tall || lane.bars.length + lane.marks.length > 0);
  }

  containerLanes() {
    return [...this.containers.values()].map((container) => {
      container.reported.end(this.end);
      this.endProcess(container, this.end);
      return {
        label: container.name,
        note: container.kind,
        tall: true,
        isContainer: true,
        hasStates: true,
        bars: container.reported.bars,
        thin: container.alive,
        marks: container.marks,
      };
    });
  }
}

export function mark(record, shape) {
  return {t: record.t, shape, mood: record.narration.mood, record};
}
