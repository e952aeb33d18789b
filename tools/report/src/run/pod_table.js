// The pods as `kubectl get pods` shows them at a time of the run.
import {bisector} from 'd3-array';
import {select} from 'd3-selection';
import {age} from '../duration.js';

const byTime = bisector((row) => row.t);
const good = ['Running', 'Completed', 'Succeeded'];

/** The cells of every pod that there is at `time`. */
export function podsAt(run, time) {
  const spaces = new Set(run.pods.map((pod) => pod.name.split('/')[0]));
  return run.pods.flatMap((pod) => {
    const row = pod.rows[byTime.right(pod.rows, time) - 1];
    if (!row || row.gone) return [];
    const [space, name] = pod.name.split('/');
    const restarts = row.restartedAt === undefined ? '' : ` (${age(time - row.restartedAt)} ago)`;
    const cells = [name, row.ready, row.status, `${row.restarts}${restarts}`, age(time - row.created)];
    return [spaces.size > 1 ? [space, ...cells] : cells];
  });
}

export function showPods(table, run, time) {
  const rows = podsAt(run, time);
  const several = new Set(run.pods.map((pod) => pod.name.split('/')[0])).size > 1;
  const names = ['NAME', 'READY', 'STATUS', 'RESTARTS', 'AGE'];
  const header = several ? ['NAMESPACE', ...names] : names;
  const status = header.indexOf('STATUS');
  const view = select(table);
  view.selectAll('thead').data([0]).join('thead').selectAll('tr').data([0]).join('tr')
    .selectAll('th').data(header).join('th').attr('scope', 'col').text(String);
  const body = view.selectAll('tbody').data([0]).join('tbody');
  const lines = body.selectAll('tr').data(rows.length > 0 ? rows : [['No resources found']]).join('tr');
  lines.selectAll('td').data((cells) => cells).join('td').text(String)
    .attr('colspan', rows.length > 0 ? null : header.length)
    .attr('class', (text, column) => (rows.length > 0 && column === status ? statusLook(text) : null));
}

function statusLook(status) {
  if (good.includes(status)) return 'good';
  return status === 'Pending' || status === 'ContainerCreating' || status.startsWith('Init:') ? 'outside' : 'warning';
}
