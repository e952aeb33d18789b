// The scenario, and the command that replays it.
import {select} from 'd3-selection';
import {span} from '../duration.js';
import {showCommand} from './command.js';
import {kubelets} from './run.js';

export function showHead(page) {
  document.title = `${page.title} \u2013 podreel`;
  const text = (id, value) => select(`#${id}`).text(value);
  text('title', page.title);
  const [summary, ...rest] = descriptionOf(page).trim().split('\n');
  text('summary', summary);
  text('description', rest.join(' ').trim());
  select('#more').property('hidden', rest.length === 0);
  select('#summary').property('hidden', !summary);
  showFacts(document.getElementById('facts'), page.isSeveral ? factsOfAll(page) : factsOf(page.runs[0]));
  showCommand('#command', page.command, page.isSeveral ? 'Copy the command that makes this page' : 'Copy the command');
}

/** Returns the scenario's description, if all runs have the same. */
function descriptionOf({runs}) {
  const [{description}] = runs;
  return runs.every((run) => run.description === description) ? description : '';
}

function showFacts(place, facts) {
  const fact = select(place).selectAll('div').data(facts.filter(([, value]) => value !== null)).join('div');
  fact.append('dt').text(([name]) => name);
  fact.append('dd').text(([, value]) => value);
}

export function factsOf(run) {
  return [
    ['kubelet', kubelets(run).join(' \u2192 ')],
    ['node', run.node],
    ['length', span(run.lengthSeconds) + (run.settled ? ', settled' : '')],
    ['pods', run.pods.length],
    ['records', run.records.length],
    ['policy', run.policy === 'upstream' ? null : run.policy],
    ['seed', run.timing === 'ideal' ? 'none, ideal timing' : run.seed],
    ['digest', run.digest],
  ];
}

/** Shows the facts that all runs share; the table has the others. */
function factsOfAll({runs}) {
  const all = runs.map(factsOf);
  const same = all[0].filter(([, value], i) => all.every((facts) => facts[i][1] === value));
  return [['runs', runs.length], ...same];
}
