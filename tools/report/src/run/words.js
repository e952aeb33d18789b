// Records and decisions in words, as elements. Texts of a run only ever become text.
import {create} from 'd3-selection';
import {instant, span} from '../duration.js';
import {reasons} from './run.js';

export function reasonList(record) {
  const list = create('ol').attr('class', 'reasons');
  const items = list.selectAll('li').data(reasons(record)).join('li');
  items.append('span').text((step) => step.sentence);
  items.append('small').text((step) => step.rule);
  return list.node();
}

export function recordLine(record) {
  const line = create('p').attr('class', `told ${record.told.mood}`);
  line.append('span').attr('class', 'time').text(instant(record.t));
  line.append('b').text(`${record.told.who}: ${record.told.what}`);
  if (record.told.why) line.append('span').attr('class', 'why').text(record.told.why);
  return line.node();
}

/** A bar that lasts: what held, from when to when. */
export function stateLines({from, to, label, message, record}) {
  const lines = create('div');
  lines.append('p').append('b').text(label);
  lines.append('p').text(`${instant(from)} to ${instant(to)} (${span(to - from)})`);
  if (message) lines.append('p').text(message);
  if (record?.conditions && !message) lines.append(() => conditionList(record.conditions));
  return lines.node();
}

function conditionList(conditions) {
  const list = create('ul').attr('class', 'conditions');
  list.selectAll('li').data(Object.entries(conditions)).join('li').text(([type, value]) => `${type}: ${value}`);
  return list.node();
}
