// The first difference of each run from the one before it.
import {create, select} from 'd3-selection';
import {instant} from '../duration.js';

/** `go(parting)` moves the cursor to a difference. */
export function showPartings(list, page, go) {
  const item = select(list).selectAll('li').data(page.partings).join('li');
  item.each(function tell(parting) {
    const here = select(this);
    addSentence(here.append('p'), parting, page.runs, go);
    if (parting.wording) here.append(() => wording(parting.wording));
    if (!parting.parting) return;
    for (const side of ['left', 'right']) addReasons(here, page.runs[parting[side]].name, parting[`${side}Reasons`]);
  });
}

function addSentence(line, found, runs, go) {
  const {left, right, by, parting, movedAt} = found;
  const name = (run) => line.append('b').append('bdi').text(runs[run].name);
  const say = (text) => line.append('span').text(text);
  name(left);
  say(' \u2192 ');
  name(right);
  if (!parting) {
    say(`: no difference${movedAt === undefined ? '' : `, but other times from ${instant(movedAt)}`}`);
    return;
  }
  say(' differ at ');
  line.append('button').attr('type', 'button').attr('title', 'Go there').text(instant(parting.t)).on('click', () => go(found));
  say('; only ');
  name(by);
  say(' has: ');
  line.append('code').append('bdi').text([parting.pod, parting.who, parting.what, parting.why].filter(Boolean).join('  '));
}

function wording({left, right}) {
  const line = create('p').attr('class', 'faint').text(`Different messages from ${instant(left.t)}: `);
  line.append('code').append('bdi').text(left.why);
  line.append('span').text(' / ');
  line.append('code').append('bdi').text(right.why);
  return line.node();
}

function addReasons(place, name, texts) {
  if (texts.length === 0) return;
  const why = place.append('div').attr('class', 'why');
  why.append('p').text(`Reasons of ${name} only:`);
  why.append('ul').selectAll('li').data(texts).join('li').text(String);
}
