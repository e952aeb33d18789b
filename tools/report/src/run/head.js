// What was run, and how to run it again.
import {select} from 'd3-selection';
import {copies} from '../copy.js';
import {span} from '../duration.js';
import {kubelets} from './run.js';

export function showHead(run) {
  document.title = `${run.scenario} \u2013 podreel`;
  const text = (id, value) => select(`#${id}`).text(value);
  text('title', run.scenario);
  const [summary, ...rest] = run.description.trim().split('\n');
  text('summary', summary);
  text('description', rest.join(' ').trim());
  select('#more').property('hidden', rest.length === 0);
  select('#summary').property('hidden', !summary);
  text('command', run.command);
  const facts = [
    ['kubelet', kubelets(run).join(' \u2192 ')],
    ['node', run.node],
    ['length', span(run.lengthSeconds) + (run.settled ? ', settled' : '')],
    ['pods', run.pods.length],
    ['records', run.records.length],
    ['seed', run.seed],
    ['digest', run.digest],
  ];
  const fact = select('#facts').selectAll('div').data(facts).join('div');
  fact.append('dt').text(([name]) => name);
  fact.append('dd').text(([, value]) => value);
  copies(document.getElementById('copy'), document.getElementById('command'));
}
