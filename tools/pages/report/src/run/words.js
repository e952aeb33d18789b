// Descriptions of records and decisions, as elements. Texts of a run are inserted as plain text only.
import {create} from 'd3-selection';
import {instant, span} from '../duration.js';

/** Returns the facts and the result of a decision, followed by its rule. */
export function reasonList(steps) {
  const list = create('ol').attr('class', 'reasons');
  const items = list.selectAll('li').data(steps).join('li');
  items.append('b').text(({subject}) => subject ?? 'pod');
  items.append('span').text(({found}) => ` ${found}`);
  items.filter(({effect}) => effect).append('b').attr('class', 'effect').text(({effect}) => ` \u2192 ${effect}`);
  items.append('small').text(ruleOf);
  return list.node();
}

function ruleOf({says, rule, since, source}) {
  return `${says} (${[rule, since && `since ${since}`, source].filter(Boolean).join(', ')})`;
}

export function recordLine(record) {
  const line = create('p').attr('class', `narration ${record.narration.mood}`);
  line.append('span').attr('class', 'time').text(instant(record.t));
  line.append('b').text(`${record.narration.who}: ${record.narration.what}`);
  if (record.narration.why) line.append('span').attr('class', 'why').text(record.narration.why);
  return line.node();
}

/** Describes a bar: its state, start and end. */
export function stateLines({from, to, label, message, record, reasons}) {
  const lines = create('div');
  lines.append('p').append('b').text(label);
  lines.append('p').text(`${instant(from)} to ${instant(to)} (${span(to - from)})`);
  if (message) lines.append('p').text(message);
  if (reasons?.length > 0) {
    lines.append('p').attr('class', 'where').text('Reasons of the previous sync:');
    lines.append(() => reasonList(reasons));
  }
  if (record?.conditions && !message) lines.append(() => conditionList(record.conditions));
  return lines.node();
}

function conditionList(conditions) {
  const list = create('ul').attr('class', 'conditions');
  list.selectAll('li').data(Object.entries(conditions)).join('li').text(([type, value]) => `${type}: ${value}`);
  return list.node();
}
