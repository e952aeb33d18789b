// The run that this page shows, as the page carries it.

/** What stands in the page: records as `run -o jsonl --explain` prints them, and what is told of each. */
export function readRun(element) {
  const run = JSON.parse(element.textContent);
  run.records.forEach((record, index) => {
    const [who, what, why, mood, detail] = run.told[index];
    record.index = index;
    record.told = {who, what, why, mood, detail: detail === 1};
  });
  delete run.told;
  run.problems = run.records.filter(isProblem);
  return run;
}

export function isSync(record) {
  return record.kind === 'sync' && record.op.endsWith('exit');
}

function isProblem(record) {
  return record.kind !== 'eventWrite' && ['bad', 'warning'].includes(record.told.mood);
}

/** The records that the step buttons go through. */
export function sequence(run, name) {
  if (name === 'all') return run.records;
  if (name === 'syncs') return run.records.filter(isSync);
  if (name === 'problems') return run.problems;
  return run.records.filter((record) => !record.told.detail);
}

/** Every kubelet of the run, in its order. */
export function kubelets(run) {
  const versions = [run.kubelet];
  for (const record of run.records) {
    if (record.kind === 'kubelet' && record.version && record.version !== versions.at(-1)) versions.push(record.version);
  }
  return versions;
}

/** The sentences of a sync's explanation, each with the rule that it follows. */
export function reasons(record) {
  return (record.explanation ?? []).map(({sentence, rule}) => ({sentence, rule}));
}
