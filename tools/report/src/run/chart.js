// The swim lanes of a run.
import {create} from 'd3-selection';
import {shapes, shortened} from '../shapes.js';
import {TimeChart, addHatches} from '../time_chart.js';
import {drawnBars, drawnMarks, hit, rowsOf} from './layout.js';

const finestSeconds = 0.02;
const countWidth = 22;

export class Chart extends TimeChart {
  /** `actions` is told of what people do: pick(time, record), hover(target, event), leave(). */
  constructor(place, run, groups, actions) {
    super(place, {
      lengthSeconds: run.lengthSeconds, finestSeconds, labelWidths: [88, 150], title: 'Cursor in the timeline',
    });
    this.groups = groups;
    this.actions = actions;
    addHatches(this.svg, [['hatch-waiting', 45], ['hatch-backoff', 45], ['hatch-failed', 135]]);
    this.begin();
  }

  /** After groups were folded or unfolded. */
  arrange() {
    const {rows, height} = rowsOf(this.groups);
    const button = this.labels.selectAll('button').data(rows.filter((row) => row.isTitle)).join('button');
    button.attr('type', 'button').attr('class', 'group').style('top', (row) => `${row.top}px`);
    button.style('width', (row) => (row.lane ? `${this.labelWidth - 8}px` : null)).attr('title', (row) => row.group.title);
    button.attr('aria-expanded', (row) => String(!row.group.folded)).text((row) => row.group.title);
    button.on('click', (event, row) => {
      row.group.folded = !row.group.folded;
      this.arrange();
    });
    const label = this.labels.selectAll('div').data(rows.filter((row) => !row.isTitle)).join('div');
    label.attr('class', (row) => (row.lane.tall ? 'label tall' : 'label'));
    label.style('top', (row) => `${row.top}px`).style('width', `${this.labelWidth - 8}px`);
    label.attr('title', (row) => [row.lane.label, row.lane.note].filter(Boolean).join(', '));
    label.selectAll('span').data((row) => [row.lane.label, row.lane.note].filter(Boolean)).join('span').text(String);
    this.layOut(rows, height);
  }

  drawRow(lane, {lane: data, height}) {
    const barHeight = data.tall ? 20 : 14;
    const top = data.tall ? 4 : (height - barHeight) / 2;
    lane.selectAll('line.base').data([height]).join('line').attr('class', 'base')
      .attr('x1', 0).attr('x2', this.width).attr('y1', height - 0.5).attr('y2', height - 0.5);
    const bars = drawnBars(data.bars, this.scale, this.width);
    const name = (bar) => shortened(bar.label, bar.w - 9);
    lane.selectAll('rect.bar').data(bars).join('rect').attr('class', (bar) => `bar ${bar.look}`)
      .attr('x', (bar) => bar.x).attr('width', (bar) => bar.w).attr('y', top).attr('height', barHeight).attr('rx', 2);
    lane.selectAll('text.name').data(bars.filter(name)).join('text').attr('class', (bar) => `name on-${bar.look}`)
      .attr('x', (bar) => bar.x + 5).attr('y', top + barHeight / 2 + 4).text(name);
    lane.selectAll('rect.thin').data(drawnBars(data.thin ?? [], this.scale, this.width)).join('rect')
      .attr('class', 'thin alive').attr('x', (bar) => bar.x).attr('width', (bar) => bar.w).attr('y', 28).attr('height', 4);
    const marks = drawnMarks(data.marks, this.scale, this.width);
    const middle = data.tall ? 28 : height / 2;
    lane.selectAll('path.mark').data(marks).join('path').attr('class', (mark) => `mark ${mark.mood}`)
      .attr('d', (mark) => shapes[mark.shape]).attr('transform', (mark) => `translate(${mark.x},${middle})`);
    lane.selectAll('text.count').data(marks.filter((mark, i) => mark.marks.length > 1 && !data.tall && !(marks[i + 1]?.x < mark.x + countWidth))).join('text')
      .attr('class', 'count').attr('x', (mark) => mark.x + 5).attr('y', 9).text((mark) => mark.marks.length);
  }

  /** The lane's item under the pointer. */
  targetOf(event) {
    const {x, time, row} = this.pointOf(event);
    const reach = event.pointerType === 'touch' ? 14 : 6;
    return {time, row, target: row?.lane ? hit(row.lane, this.scale, this.width, x, reach) : null};
  }

  click(event) {
    const {time, target} = this.targetOf(event);
    if (target && target.t !== null) this.actions.pick(target.t, target.records[0]);
    else this.actions.pick(time, null);
    if (event.pointerType === 'touch') this.hover(event);
  }

  hover(event) {
    const {row, target} = this.targetOf(event);
    if (target) this.actions.hover({...target, lane: row.lane, group: row.group}, event);
    else this.actions.leave();
  }

  leave() {
    this.actions.leave();
  }
}

/** One bar or mark by itself, for the legend. */
export function sample(look, shape) {
  const svg = create('svg').attr('width', 22).attr('height', 14).attr('aria-hidden', true);
  if (!shape) {
    svg.append('rect').attr('class', `bar ${look}`).attr('width', 20).attr('height', 12).attr('x', 1).attr('y', 1);
  } else {
    svg.append('path').attr('class', `mark ${look}`).attr('d', shapes[shape]).attr('transform', 'translate(11,7)');
  }
  return svg.node();
}
