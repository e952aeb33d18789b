// The table of the runs, if there are several.
import {select} from 'd3-selection';
import {showCommand} from './command.js';
import {factsOf} from './head.js';
import {minWidth} from './text_size.js';

const buttonPadding = 22;

/** Shows the facts that differ between runs and are not part of their names, and the command of each run. */
export function showRuns(table, {runs}, choose) {
  const all = runs.map(factsOf);
  const isShared = (i) => all.every((facts) => facts[i][1] === all[0][i][1]);
  const isInName = (name, value) => value === null || name.split(', ').some((part) => [`${value}`, `seed ${value}`].includes(part));
  const isInNames = (i) => runs.every(({name}, run) => isInName(name, all[run][i][1]));
  const differing = all[0].map(([name], i) => ({name, i})).filter(({i}) => !isShared(i) && !isInNames(i));
  const view = select(table);
  const names = ['run', ...differing.map(({name}) => name), 'replay'];
  view.append('thead').append('tr').selectAll('th').data(names).join('th').attr('scope', 'col').text((name) => name.toUpperCase());
  const rows = view.append('tbody').selectAll('tr').data(runs).join('tr');
  rows.append('th').attr('scope', 'row').append('button').attr('type', 'button').text(({name}) => name)
    .style('min-width', ({name}) => minWidth(name, buttonPadding)).on('click', (event, run) => choose(run));
  rows.selectAll('td.fact').data((run, i) => differing.map((fact) => all[i][fact.i][1])).join('td')
    .attr('class', 'fact').text((value) => value ?? '');
  rows.append('td').append('div').each(function add({command, name}) {
    showCommand(this, command, `Copy the command that replays ${name}`);
  });
}

export function markChosen(table, run) {
  select(table).selectAll('tbody th button').attr('aria-pressed', (each) => String(each === run));
}
