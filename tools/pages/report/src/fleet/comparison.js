// Comparison of the plans.
import {select} from 'd3-selection';
import {amount, span} from '../duration.js';
import {count, counted, percent} from '../numbers.js';
import {whyStopped} from './fleet.js';

/**
 * Rows of the table: `value` is compared, and smaller values are better (larger ones with `isMore`); `text` and `note` are
 * shown. A row is shown if `isShown` is true for some plan.
 */
const rows = [
  {name: 'Nodes upgraded', isMore: true, value: (plan) => plan.done, whole: (plan) => plan.nodes, note: (plan) => nodeNote(plan)},
  {name: 'Duration', value: (plan) => plan.ends, text: (plan) => span(plan.ends)},
  {name: 'Containers restarted', value: (plan) => plan.restarted, whole: (plan) => plan.containers, note: (plan, fleet) => causes(plan, fleet)},
  {name: "Restarted by the masters' upgrade", value: (plan) => plan.masters?.restarted, whole: (plan) => plan.masters?.containers, isShown: (plan) => Boolean(plan.masters)},
  {name: 'Interruptions of pods', value: (plan) => plan.outages.count},
  {name: 'Not ready for: p50', value: (plan) => plan.outages.p50, text: (plan) => span(plan.outages.p50)},
  {name: 'Not ready for: p99', value: (plan) => plan.outages.p99, text: (plan) => span(plan.outages.p99)},
  {name: 'Not ready for: longest', value: (plan) => plan.outages.max, text: (plan) => span(plan.outages.max)},
  {name: 'Total time not ready', value: (plan) => plan.down, text: (plan) => amount(plan.down)},
  {name: 'Maximum of pods not ready at once', value: (plan) => plan.maxNotReady, whole: (plan) => plan.pods},
  {name: 'Workloads without a ready replica', value: (plan) => plan.withoutReady},
  {name: 'Without a ready replica: longest', value: (plan) => plan.maxWithoutReady, text: (plan) => span(plan.maxWithoutReady)},
  {name: 'Nodes not recovered', value: (plan) => plan.notRecovered, isShown: (plan) => plan.notRecovered > 0},
  {name: 'Pods permanently failed', value: (plan) => plan.failedPods, isShown: (plan) => plan.failedPods > 0},
  {name: 'Maximum of API writes per second', value: (plan) => plan.maxApiWrites},
  {name: 'Maximum of image pulls per second', value: (plan) => plan.maxImagePulls, isShown: (plan) => plan.maxImagePulls > 0},
  drained('Pods evicted', 'evicted'),
  drained('Evictions rejected and retried', 'refused'),
  drained('Pods that waited for a node', 'hadToWait'),
  {...drained('Pods lost', 'lost'), isShown: (plan) => plan.drain?.lost > 0},
  {...drained('Unschedulable pods', 'withoutNode'), isShown: (plan) => plan.drain?.withoutNode > 0},
  {...drained('Nodes not drained', 'notDrained'), isShown: (plan) => plan.drain?.notDrained > 0, note: (plan) => undrained(plan)},
];

function drained(name, key) {
  return {name, value: (plan) => plan.drain?.[key], isShown: (plan) => Boolean(plan.drain)};
}

/** `choose` receives the chosen plan. */
export function showComparison(table, fleet, chosen, choose) {
  const view = select(table);
  view.selectAll('caption').data([0]).join('caption').attr('class', 'unseen').text('The plans side by side');
  const head = view.selectAll('thead').data([0]).join('thead').selectAll('tr').data([0]).join('tr');
  head.selectAll('td').data(['']).join('td');
  const names = head.selectAll('th').data(fleet.plans).join('th').attr('scope', 'col').classed('chosen', (plan) => plan === chosen);
  const button = names.selectAll('button').data((plan) => [plan]).join('button').attr('type', 'button');
  button.attr('aria-pressed', (plan) => plan === chosen).text((plan) => plan.name).on('click', (event, plan) => choose(plan));
  names.selectAll('p.how').data((plan) => [plan.description, plan.how.join(', ')].filter(Boolean)).join('p').attr('class', 'how').text(String);
  names.selectAll('p.state').data((plan) => [plan]).join('p').attr('class', (plan) => `state ${plan.isStopped ? 'bad' : 'good'}`)
    .text((plan) => (plan.isStopped ? `\u2715 Stopped. ${whyStopped(plan)}` : '\u2713 Completed'));
  const shown = rows.filter(({isShown}) => !isShown || fleet.plans.some(isShown));
  const lines = view.selectAll('tbody').data([0]).join('tbody').selectAll('tr').data(shown).join('tr');
  lines.selectAll('th').data((row) => [row.name]).join('th').attr('scope', 'row').text(String);
  const cells = lines.selectAll('td').data((row) => cellsOf(row, fleet)).join('td');
  cells.classed('chosen', ({plan}) => plan === chosen);
  showCell(cells);
}

function showCell(cells) {
  cells.selectAll('b').data(({text}) => [text]).join('b').text(String);
  cells.selectAll('i').data(({verdict}) => (verdict ? [verdict] : [])).join('i').attr('class', String)
    .text((verdict) => (verdict === 'best' ? '\u2713 best' : '\u2715 worst'));
  cells.selectAll('.bar').data(({share}) => (share > 0 ? [share] : [])).join('div').attr('class', 'bar')
    .style('width', (share) => `${Math.max(share * 100, 1)}%`);
  cells.selectAll('small').data(({note}) => (note ? [note] : [])).join('small').text(String);
}

function cellsOf(row, fleet) {
  const {plans} = fleet;
  const values = plans.map(row.value);
  const max = Math.max(...values.filter((value) => value !== undefined));
  const verdicts = verdictsOf(row, plans);
  return plans.map((plan, index) => {
    const value = values[index];
    if (value === undefined) return {plan, text: '\u2013'};
    const whole = row.whole?.(plan);
    const text = row.text?.(plan) ?? count(value);
    return {
      plan, text: whole === undefined ? text : `${text} of ${count(whole)}`, verdict: verdicts.get(plan),
      share: max > 0 ? value / max : 0,
      note: [whole !== undefined && !row.isMore ? percent(value, whole) : '', row.note?.(plan, fleet)].filter(Boolean).join('; '),
    };
  });
}

/** Compares completed plans only, because a stopped plan did less. */
function verdictsOf({value, isMore}, plans) {
  const compared = plans.filter((plan) => !plan.isStopped && value(plan) !== undefined);
  const values = compared.map(value);
  const [min, max] = [Math.min(...values), Math.max(...values)];
  if (compared.length < 2 || min === max) return new Map();
  const [best, worst] = isMore ? [max, min] : [min, max];
  const verdict = (plan) => (value(plan) === best ? 'best' : value(plan) === worst ? 'worst' : undefined);
  return new Map(compared.map((plan) => [plan, verdict(plan)]));
}

function nodeNote(plan) {
  return plan.rolledBack > 0 ? `${counted(plan.rolledBack, 'node')} rolled back` : '';
}

function causes(plan, fleet) {
  const relevant = fleet.causes.map((cause, index) => [cause, plan.restarts[index]]).filter(([, restarts]) => restarts > 0);
  return relevant.map(([cause, restarts]) => (relevant.length > 1 ? `${cause} ${count(restarts)}` : cause)).join(', ');
}

function undrained({drain}) {
  if (!drain || drain.notDrained === 0) return '';
  const more = drain.notDrained - drain.notDrainedNodes.length;
  return drain.notDrainedNodes.map(([node, reason]) => `${node}: ${reason}`).join('; ') + (more > 0 ? `; and ${count(more)} more` : '');
}
