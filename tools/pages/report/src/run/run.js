// The runs in the page's data.

/** Reads the page's data: runs with records as `run -o jsonl --explain` prints them, and the text of each record. */
export function readPage(page) {
  page.runs.forEach(readRun);
  page.isSeveral = page.runs.length > 1;
  page.lengthSeconds = Math.max(...page.runs.map((run) => run.lengthSeconds));
  return page;
}

function readRun(run, place) {
  run.place = place;
  run.records.forEach((record, index) => {
    const [who, what, why, mood, detail] = run.narrations[index];
    record.index = index;
    record.narration = {who, what, why, mood, detail: detail === 1};
  });
  delete run.narrations;
}

const isWanted = {
  printed: (record) => !record.narration.detail,
  all: () => true,
  syncs: (record) => record.kind === 'sync' && record.op.endsWith('exit'),
  problems: (record) => record.kind !== 'eventWrite' && ['bad', 'warning'].includes(record.narration.mood),
};

/** Returns the records of the step buttons: of all pods, or of the set `pods`. */
export function sequence(run, name, pods) {
  return run.records.filter((record) => isWanted[name](record) && (!pods || pods.has(record.pod)));
}

/** Returns the kubelets of the run, in order. */
export function kubelets(run) {
  const versions = [run.kubelet];
  for (const record of run.records) {
    if (record.kind === 'kubelet' && record.version && record.version !== versions.at(-1)) versions.push(record.version);
  }
  return versions;
}

/** Returns the record of a line of a difference. */
export function recordOf(run, line) {
  const isLine = ({t, pod, narration}) => Math.abs(t - line.t) < 1e-5 && (pod ?? '') === line.pod &&
    narration.who === line.who && narration.what === line.what;
  return run.records.find(isLine) ?? null;
}
