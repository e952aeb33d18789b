// Values at the cursor for each plan.
import {select} from 'd3-selection';
import {atWork, curveFacts} from './words.js';

const names = ['pods not ready', 'restarts', 'API writes', 'image pulls'];

export function showCursor(table, plans, chosen, time) {
  const view = select(table);
  view.selectAll('thead').data([0]).join('thead').selectAll('tr').data([0]).join('tr')
    .selectAll('th').data(['plan', ...names, 'in progress']).join('th').attr('scope', 'col').text(String);
  const rows = view.selectAll('tbody').data([0]).join('tbody').selectAll('tr').data(plans).join('tr');
  rows.attr('aria-current', (plan) => (plan === chosen ? 'true' : null));
  rows.selectAll('th').data((plan) => [plan.name]).join('th').attr('scope', 'row').attr('class', 'text').text(String);
  rows.selectAll('td').data((plan) => cellsOf(plan, time)).join('td').attr('class', 'text').text(String);
}

function cellsOf(plan, time) {
  const facts = curveFacts(plan, time);
  if (facts.length === 0) return names.map((name, column) => (column === 0 ? 'the plan has ended' : '')).concat('');
  return [...facts.map(([, value]) => value), atWork(plan, time)];
}
