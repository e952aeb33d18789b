// The labels of the lanes, which are wrapped, not truncated.
import {widthOf} from './text_size.js';

const widths = {narrow: [88, 116], else: [150, 360]};
const beyondName = 44;

/** Returns [width on narrow pages, width on others], so that the titles fit beside their lanes, up to a maximum. */
export function labelWidthsFor(titles) {
  const needed = Math.max(...titles.map((title) => widthOf(title, 'title'))) + beyondName;
  const [least, most] = widths.narrow;
  return [needed > most ? least : Math.max(needed, least), Math.min(Math.max(needed, widths.else[0]), widths.else[1])];
}

/** Draws labels of visible rows only, because there may be thousands. */
export function drawLabels(chart, rows) {
  const of = (selector, shown) => chart.labels.selectAll(selector).data(shown, (row) => row.top);
  const heading = of('h3', rows.filter((row) => row.heading)).join('h3');
  place(heading, 'heading').text((row) => row.heading);
  const button = of('button', rows.filter((row) => row.isTitle)).join('button').attr('type', 'button');
  place(button, 'group').text((row) => row.group.title);
  button.style('width', (row) => (row.lane ? `${chart.labelWidth - 8}px` : null));
  button.classed('of-run', (row) => Boolean(row.section.heading));
  button.attr('aria-expanded', (row) => String(!row.group.folded)).on('click', (event, row) => fold(chart, row.group));
  const label = of('div', rows.filter((row) => row.lane && !row.isTitle)).join('div');
  place(label, 'label').classed('tall', (row) => row.lane.tall).style('width', `${chart.labelWidth - 16}px`);
  label.selectAll('span').data((row) => [row.lane.label, row.lane.note].filter(Boolean)).join('span').text(String);
}

function place(selection, look) {
  return selection.attr('class', look).style('top', (row) => `${row.top}px`).style('height', (row) => `${row.height}px`);
}

/** Keeps the focus on the pressed label, which may have moved. */
function fold(chart, group) {
  group.folded = !group.folded;
  chart.arrange();
  chart.labels.selectAll('button').filter((row) => row.group === group).node()?.focus();
}
