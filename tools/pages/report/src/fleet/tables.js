// Clusters, workloads and nodes of the chosen plan.
import {select} from 'd3-selection';
import {copies} from '../copy.js';
import {amount, span} from '../duration.js';
import {count} from '../numbers.js';

const number = (name, value, text = count) => ({name, value, isNumber: true, text: (row) => text(value(row))});
const time = (name, value) => number(name, value, span);
const orDash = (column, isThere) => ({...column, text: (row) => (isThere(row) ? column.text(row) : '\u2013')});
const wasGone = ({without}) => without > 0;
const hasBegun = (cluster) => cluster.hasBegun;

export const workloadColumns = [
  {name: 'Cluster', text: ({cluster}) => cluster},
  {name: 'Workload', text: ({title}) => title},
  number('Replicas', ({replicas}) => replicas),
  number('Restarts', ({restarts}) => restarts),
  number('Interruptions', ({interruptions}) => interruptions),
  number('Maximum down', ({maxDown}) => maxDown),
  number('Total time not ready', ({down}) => down, amount),
  orDash(time('No ready replica for', ({without}) => without), wasGone),
  orDash(time('since', ({since}) => since), wasGone),
];

export const clusterColumns = [
  {name: 'Cluster', text: ({name}) => name},
  number('Nodes', ({nodes}) => nodes),
  number('Upgraded', ({done}) => done),
  number('Rolled back', ({rolledBack}) => rolledBack),
  number('Not recovered', ({notRecovered}) => notRecovered),
  number('Pods', ({pods}) => pods),
  number('Containers', ({containers}) => containers),
  number('Restarted', ({restarted}) => restarted),
  orDash(time('Begins', ({begins}) => begins), hasBegun),
  orDash(time('Ends', ({ends}) => ends), hasBegun),
  {name: 'Stopped', text: ({stopped}) => stopped ?? '\u2013'},
];

/** Shows the worst nodes, each with the command that replays it. */
export function showWorst(table, nodes) {
  const view = select(table).text('');
  if (nodes.length === 0) {
    view.append('tbody').append('tr').append('td').text('No node had restarts or pods that were not ready.');
    return;
  }
  view.append('thead').append('tr').selectAll('th').data(['Node', 'Restarted', 'Not ready', 'Replay']).join('th').attr('scope', 'col').text(String);
  const rows = view.append('tbody').selectAll('tr').data(nodes).join('tr');
  rows.append('th').attr('scope', 'row').attr('class', 'text').text(({node}) => node);
  rows.append('td').attr('class', 'number').text(({restarted}) => count(restarted));
  rows.append('td').attr('class', 'number').text(({down, recovered}) => span(down) + (recovered ? '' : ', not recovered'));
  const replay = rows.append('td').attr('class', 'command');
  const command = replay.append('code').text((node) => node.command);
  const button = replay.append('button').attr('type', 'button').attr('aria-label', ({node}) => `Copy the command for ${node}`).text('Copy');
  button.each(function addCopying(node, index) {
    copies(this, command.nodes()[index]);
  });
}
