// The parts of a kubelet, and which of them acts in a record.

/** `text` completes the sentence "This part …"; it holds for every release. */
export const parts = {
  api: {name: 'API server', text: 'stores pods, their statuses and events'},
  loop: {name: 'sync loop', text: 'takes changes of pods, and dispatches them to pod workers'},
  workers: {name: 'pod workers', text: 'run the syncs of each pod, one at a time'},
  sync: {name: 'SyncPod', text: 'compares a pod with what exists, decides, and acts'},
  runtime: {name: 'container runtime', text: 'carries out calls: sandboxes, images, containers'},
  pleg: {name: 'PLEG', text: 'detects changes of containers'},
  status: {name: 'status manager', text: 'writes the statuses of pods to the API server'},
  probes: {name: 'probes', text: 'check containers: startup, readiness, liveness'},
  events: {name: 'event recorder', text: 'reports events, and writes them to the API server'},
  node: {name: 'node status', text: 'reports the state of the node'},
  containers: {name: 'containers and node', text: 'are outside of the kubelet'},
  kubelet: {name: 'kubelet process', text: 'starts and stops'},
};

const partOfKind = {
  runtime: 'runtime', environment: 'containers', pleg: 'pleg', loop: 'loop', status: 'status', api: 'api', kubelet: 'kubelet',
  probe: 'probes', node: 'node', eventWrite: 'events',
};

/** Returns the key of the part that acts. */
export function partOf(record) {
  if (record.kind === 'sync') return record.op.endsWith('enter') ? 'workers' : 'sync';
  if (record.kind === 'event') return record.component ? 'api' : 'events';
  const part = partOfKind[record.kind];
  if (!part) throw new Error(`no part acts in records of the kind ${record.kind}`);
  return part;
}

const connectionOfKind = {runtime: 'sync-runtime', pleg: 'runtime-pleg', status: 'status-api', eventWrite: 'events-api', probe: 'probes-containers', node: 'node-api'};

/** Returns the connection that the record uses, or null. */
export function connectionOf(record) {
  if (record.kind === 'loop') return record.op === 'PLEG' ? 'pleg-loop' : 'api-loop';
  if (record.kind === 'sync') return record.op.endsWith('enter') ? 'loop-workers' : 'workers-sync';
  return connectionOfKind[record.kind] ?? null;
}
