// The first difference of each run from the one before it.
import {create, select} from 'd3-selection';
import {instant} from '../duration.js';

/** `go(divergence)` moves the cursor to a difference. */
export function showDivergences(list, page, go) {
  const item = select(list).selectAll('li').data(page.divergences).join('li');
  item.each(function show(divergence) {
    const here = select(this);
    addSentence(here.append('p'), divergence, page.runs, go);
    if (divergence.wording) here.append(() => wording(divergence));
    if (!divergence.line) return;
    addGroups(here, divergence);
    for (const side of ['left', 'right']) addReasons(here, page.runs[divergence[side]].name, divergence[`${side}Reasons`]);
  });
}

/** Names what differs in runs whose timelines do not differ: container hashes, or other fields of records. */
function otherDetails(left, right) {
  if (left.digest === right.digest) return null;
  const created = ({records}) => records.filter(({op}) => op === 'CreateContainer');
  const others = created(right);
  const first = created(left).find(({hash}, i) => others[i] && others[i].hash !== hash);
  if (!first) return 'the records have other details';
  const other = others[created(left).indexOf(first)];
  return `other container hashes from ${instant(first.t)} (${first.container}: ${first.hash}, ${other.hash})`;
}

function addSentence(place, found, runs, go) {
  const {left, right, by, line, movedAt, otherTime} = found;
  const name = (run) => place.append('b').append('bdi').text(runs[run].name);
  const say = (text) => place.append('span').text(text);
  name(left);
  say(' \u2192 ');
  name(right);
  if (!line) {
    const details = [movedAt === undefined ? null : `other times from ${instant(movedAt)}`, otherDetails(runs[left], runs[right])];
    const differing = details.filter(Boolean);
    say(`: no difference${differing.length === 0 ? '' : `, but ${differing.join(', and ')}`}`);
    return;
  }
  say(' differ at ');
  place.append('button').attr('type', 'button').attr('title', 'Go there').text(instant(line.t)).on('click', () => go(found));
  say(otherTime === undefined ? '; only ' : '; ');
  name(by);
  say(otherTime === undefined ? ' has: ' : ` has, instead of at ${instant(otherTime)}: `);
  place.append('code').append('bdi').text([line.pod, line.who, line.what, line.why].filter(Boolean).join('  '));
}

function wording({wording: {left, right}, texts, fields}) {
  const line = create('p').attr('class', 'faint').text(`Different messages from ${instant(left.t)}: `);
  line.append('code').append('bdi').text(left.why);
  line.append('span').text(' / ');
  line.append('code').append('bdi').text(right.why);
  const more = texts.length + fields.length - 1;
  if (more > 0) line.append('span').text(`, and ${more} more kinds of records with other texts or fields`);
  return line.node();
}

const maxGroups = 8;

/** Says how the numbers or times of a group differ. */
function change({left, right, leftCount, rightCount}) {
  if (leftCount !== rightCount) return `${leftCount} \u2192 ${rightCount} times`;
  return left === null || right === null || left === right ? 'in another order' : `${instant(left)} \u2192 ${instant(right)}`;
}

/** Lists what is done otherwise, and the behaviours that decide it. */
function addGroups(place, {groups, behaviours}) {
  const list = place.append('details').attr('class', 'why');
  list.append('summary').text(`${groups.length} series of records differ`);
  const item = list.append('ul').selectAll('li').data(groups.slice(0, maxGroups)).join('li');
  item.append('code').append('bdi').text(({pod, who, what, why}) => [pod, who, what, why].filter(Boolean).join('  '));
  item.append('span').text((group) => `: ${change(group)}`);
  item.filter(({decidedBy}) => decidedBy.length > 0).append('span').text(({decidedBy}) => ` (${decidedBy.join(' or ')})`);
  if (groups.length > maxGroups) list.append('p').text(`and ${groups.length - maxGroups} more`);
  const named = new Set(groups.flatMap(({decidedBy}) => decidedBy));
  const rows = behaviours.filter(({name}) => named.has(name));
  if (rows.length === 0) return;
  list.append('p').text('Decided by:');
  list.append('ul').selectAll('li').data(rows).join('li')
    .text(({name, description, source}) => `${name}: ${description} (${source})`);
}

function addReasons(place, name, texts) {
  if (texts.length === 0) return;
  const why = place.append('div').attr('class', 'why');
  why.append('p').text(`Reasons of ${name} only:`);
  why.append('ul').selectAll('li').data(texts).join('li').text(String);
}
