// Positions of lanes, and the items that are visible at a zoom.
import {linesOf} from './text_size.js';

const heights = {title: 26, touched: 36, lane: 24, tall: 38, line: 16};
const roomOf = {title: 34, label: 16};
const maxBeside = 2;
const closeMarks = 8;
const narrow = 4;

/**
 * Returns the rows from top to bottom: headings, group titles and lanes, with their positions. A collapsed group is one row
 * with its summary, or two if its title is too long. `page` has the `full` width, the width of labels, and `isTouched` for
 * touch screens.
 */
export function rowsOf(sections, page) {
  const rows = [];
  let top = 0;
  const add = (row, height) => {
    rows.push({...row, top, height});
    top += height;
  };
  const titleHeight = (lines) => (page.isTouched ? heights.touched : heights.title) + (lines - 1) * heights.line;
  const fullLines = (text) => linesOf(text, 'title', page.full - roomOf.title);
  for (const section of sections.filter(({isHidden}) => !isHidden)) {
    const {heading, groups} = section;
    if (heading) add({section, heading}, heights.title + (fullLines(heading) - 1) * heights.line);
    for (const group of groups) {
      const title = {section, group, isTitle: true};
      const beside = linesOf(group.title, 'title', page.label - roomOf.title);
      if (group.folded && beside <= maxBeside) {
        add({...title, isDrawn: true, lane: group.summary}, titleHeight(beside));
        continue;
      }
      add(title, titleHeight(fullLines(group.title)));
      const lanes = group.folded ? [group.summary] : group.lanes;
      for (const lane of lanes) add({section, group, lane, isDrawn: true}, laneHeight(lane, page));
    }
  }
  return {rows, height: top};
}

function laneHeight({tall, label, note}, page) {
  const width = page.label - roomOf.label;
  if (!tall) return heights.lane + (linesOf(`${label} ${note ?? ''}`, 'label', width) - 1) * heights.line;
  const lines = linesOf(label, 'label', width) + (note ? 1 : 0);
  return heights.tall + Math.max(lines - 2, 0) * heights.line;
}

/** Returns the bars to draw: clipped to the visible range, with narrow neighbours merged. */
export function drawnBars(bars, scale, width) {
  const drawn = [];
  for (const bar of bars) {
    const left = scale(bar.from);
    const right = scale(bar.to);
    if (right < -narrow || left > width) continue;
    const x = Math.max(left, -2);
    const w = Math.max(Math.min(right, width + 2) - x, narrow);
    const last = drawn.at(-1);
    if (last && w <= narrow && last.w <= narrow && x < last.x + last.w + 1) {
      last.bars.push(bar);
      if (bar.look.endsWith('failed')) last.look = bar.look;
    } else {
      drawn.push({x, w, look: bar.look, label: bar.label, bars: [bar]});
    }
  }
  return drawn;
}

/** Returns the marks to draw: marks that are too close are merged into one, which looks like the most severe. */
export function drawnMarks(marks, scale, width) {
  const drawn = [];
  for (const mark of marks) {
    const x = scale(mark.t);
    if (x < -closeMarks || x > width + closeMarks) continue;
    const last = drawn.at(-1);
    if (last && x - last.x < closeMarks) {
      last.marks.push(mark);
      if (gravity(mark) > gravity(last)) Object.assign(last, {shape: mark.shape, mood: mark.mood});
    } else {
      drawn.push({x, shape: mark.shape, mood: mark.mood, marks: [mark]});
    }
  }
  return drawn;
}

function gravity({mood}) {
  return ['quiet', 'plain', 'good', 'outside', 'warning', 'bad'].indexOf(mood);
}

/** Returns the item at a point of a lane: the nearest mark, otherwise the bar. */
export function hit(lane, scale, width, x, reach) {
  const near = drawnMarks(lane.marks, scale, width)
    .map((mark) => ({mark, distance: Math.abs(mark.x - x)}))
    .filter(({distance}) => distance <= reach)
    .sort((a, b) => a.distance - b.distance)[0];
  if (near) return {t: near.mark.marks[0].t, records: near.mark.marks.map((mark) => mark.record)};
  const under = drawnBars(lane.bars, scale, width)
    .map((bar) => ({bar, distance: Math.max(bar.x - x, x - bar.x - bar.w, 0)}))
    .filter(({distance}) => distance <= reach)
    .sort((a, b) => a.distance - b.distance || a.bar.w - b.bar.w)[0];
  if (!under) return null;
  const {bars, w} = under.bar;
  const records = bars.map((bar) => bar.record).filter(Boolean);
  const state = lane.hasStates && bars.length === 1 ? bars[0] : null;
  return {t: w <= narrow || !lane.hasStates ? (records[0]?.t ?? null) : null, records, state};
}
