// The pods at a time of the runs, as `kubectl get pods` shows them.
import {bisector} from 'd3-array';
import {select} from 'd3-selection';
import {age} from '../duration.js';
import {count} from '../numbers.js';
import {minWidth} from './text_size.js';

const byTime = bisector((row) => row.t);
const good = ['Running', 'Completed', 'Succeeded'];
const maxRows = 300;
const isName = (column) => column === 'NAME' || column === 'RUN';

/** Returns the rows of all pods that exist at `time`, or of those in the set `pods`. */
function podsAt(page, time, pods) {
  const rows = page.runs.flatMap((run) => run.pods.map((pod) => ({run, pod, row: pod.rows[byTime.right(pod.rows, time) - 1]})));
  const there = rows.filter(({pod, row}) => row && !row.gone && (!pods || pods.has(pod.name)));
  return there.sort((a, b) => (a.pod.name < b.pod.name ? -1 : a.pod.name > b.pod.name ? 1 : a.run.place - b.run.place));
}

const columns = {
  NAMESPACE: ({pod}) => pod.name.split('/')[0],
  NAME: ({pod}) => pod.name.split('/')[1],
  RUN: ({run}) => run.name,
  READY: ({row}) => row.ready,
  STATUS: ({row}) => row.status,
  RESTARTS: ({row}, time) => row.restarts + (row.restartedAt === undefined ? '' : ` (${age(time - row.restartedAt)} ago)`),
  AGE: ({row}, time) => age(time - row.created),
};

function columnsOf(page) {
  const spaces = new Set(page.runs.flatMap((run) => run.pods.map((pod) => pod.name.split('/')[0])));
  const isShown = {NAMESPACE: spaces.size > 1, RUN: page.isSeveral};
  return Object.keys(columns).filter((name) => isShown[name] ?? true);
}

export function showPods(table, page, time, pods) {
  const rows = podsAt(page, time, pods);
  const header = columnsOf(page);
  const view = select(table);
  view.selectAll('thead').data([0]).join('thead').selectAll('tr').data([0]).join('tr')
    .selectAll('th').data(header).join('th').attr('scope', 'col').text(String);
  const shown = rows.slice(0, maxRows).map((each) => header.map((name) => ({name, text: String(columns[name](each, time))})));
  const rest = rows.length - shown.length;
  if (rows.length === 0) shown.push([{text: 'No resources found'}]);
  if (rest > 0) shown.push([{text: `and ${count(rest)} more; search for them by name`}]);
  const lines = view.selectAll('tbody').data([0]).join('tbody').selectAll('tr').data(shown).join('tr');
  lines.selectAll('td').data((cells) => cells).join('td').text(({text}) => text)
    .attr('colspan', ({name}) => (name ? null : header.length))
    .attr('class', ({name, text}) => (name === 'STATUS' ? statusLook(text) : isName(name) ? 'name' : null))
    .style('min-width', ({name, text}) => (isName(name) ? minWidth(text) : null));
}

function statusLook(status) {
  if (good.includes(status)) return 'good';
  return status === 'Pending' || status === 'ContainerCreating' || status.startsWith('Init:') ? 'outside' : 'warning';
}
