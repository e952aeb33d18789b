// The fleet, and the command that made the page.
import {select} from 'd3-selection';
import {copies} from '../copy.js';
import {count, counted} from '../numbers.js';

export function showHead(fleet) {
  document.title = `${fleet.fleet} \u2013 podreel fleet`;
  const [summary, ...rest] = fleet.description.trim().split('\n');
  select('#title').text(fleet.fleet);
  select('#summary').text(summary).property('hidden', !summary);
  select('#description').text(rest.join(' ').trim());
  select('#more').property('hidden', rest.length === 0);
  select('#command').text(fleet.command);
  const sum = (key) => fleet.clusters.reduce((total, cluster) => total + cluster[key], 0);
  const facts = [
    ['clusters', count(fleet.clusters.length)],
    ['nodes', count(sum('nodes'))],
    ['workloads', count(sum('workloads'))],
    ['plans', count(fleet.plans.length)],
    ['podreel', fleet.podreel],
  ];
  const fact = select('#facts').selectAll('div').data(facts).join('div');
  fact.append('dt').text(([name]) => name);
  fact.append('dd').text(([, value]) => value);
  select('#widths').text(`One point of the curves covers ${widths(fleet)}. The pale area is the maximum in that time, the full area the mean.`);
  copies(document.getElementById('copy'), document.getElementById('command'));
}

function widths({plans}) {
  const distinct = [...new Set(plans.map(({curve}) => curve.width))].sort((a, b) => a - b);
  return distinct.map((width) => counted(width, 'second')).join(' or ');
}
