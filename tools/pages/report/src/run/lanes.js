// Swim lanes: one group for the node and one for each pod.
import {mark, podLanes} from './pod_lanes.js';
import {States, rowState} from './states.js';

/** Returns groups {pod, title, containers, lanes, summary}; a collapsed group is shown as its summary. */
export function groupsOf(run) {
  const byPod = new Map(run.pods.map((pod) => [pod.name, []]));
  const ofNode = [];
  for (const record of run.records) {
    if (record.kind === 'kubelet') {
      for (const records of byPod.values()) records.push(record);
    }
    const records = record.pod && byPod.get(record.pod);
    if (records) records.push(record);
    if (!records || record.kind === 'pleg') ofNode.push(record);
  }
  const pods = run.pods.map((pod) => {
    const lanes = podLanes(pod, byPod.get(pod.name), run.lengthSeconds);
    const containers = pod.containers.map(({name}) => name);
    return {pod: pod.name, title: pod.name, containers, lanes, summary: summaryOf(pod, lanes, run.lengthSeconds)};
  });
  const lanes = nodeLanes(run, ofNode);
  return [{pod: null, title: `node ${run.node}`, containers: [], lanes, summary: {...lanes[0], label: ''}}, ...pods];
}

/** Returns the summary of a collapsed pod: its status as kubectl shows it, and the exits of its processes. */
function summaryOf(pod, lanes, end) {
  const status = new States();
  for (const row of pod.rows) {
    if (row.gone) status.end(row.t);
    else status.set(row.t, rowState(row), undefined);
  }
  status.end(end);
  const marks = lanes.filter((lane) => lane.isContainer).flatMap((lane) => lane.marks);
  marks.sort((a, b) => a.record.index - b.record.index);
  return {label: '', hasStates: true, bars: status.bars, marks};
}

function nodeLanes(run, records) {
  const kubelet = new States();
  const hanging = new States();
  const marks = {pleg: [], node: [], api: []};
  kubelet.set(0, {look: 'running', label: `kubelet ${run.kubelet}`}, undefined);
  for (const record of records) {
    if (record.kind === 'kubelet') {
      const up = {look: 'running', label: `kubelet ${record.version ?? ''}`};
      kubelet.set(record.t, record.what === 'start' ? up : {look: 'failed', label: 'down'}, record);
    } else if (record.what === 'runtime_hang') {
      hanging.set(record.t, {look: 'backoff', label: 'runtime hangs'}, record);
    } else if (record.what === 'runtime_unhang') {
      hanging.end(record.t);
    } else if (record.kind === 'pleg') {
      marks.pleg.push(mark(record, 'diamond'));
    } else if (record.kind === 'node') {
      marks.node.push(mark(record, 'triangle'));
    } else {
      marks.api.push(mark(record, 'square'));
    }
  }
  kubelet.end(run.lengthSeconds);
  hanging.end(run.lengthSeconds);
  const lanes = [
    {label: 'kubelet', note: '', hasStates: true, bars: kubelet.bars, marks: []},
    {label: 'relists', note: '', bars: [], marks: marks.pleg},
    {label: 'runtime', note: '', hasStates: true, bars: hanging.bars, marks: []},
    {label: 'conditions', note: '', bars: [], marks: marks.node},
    {label: 'API', note: '', bars: [], marks: marks.api},
  ];
  return lanes.filter((lane) => lane.bars.length + lane.marks.length > 0);
}
