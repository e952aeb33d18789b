// The swim lanes of a run.
import {create} from 'd3-selection';
import {shapes, shortened} from '../shapes.js';
import {TimeChart, addHatches, axisHeight} from '../time_chart.js';
import {drawLabels, labelWidthsFor} from './labels.js';
import {drawnBars, drawnMarks, hit, rowsOf} from './layout.js';

const finestSeconds = 0.02;
const countWidth = 22;

export class Chart extends TimeChart {
  /** `actions` receives user actions: pick(time, record, run), hover(target, event), leave(). */
  constructor(place, {lengthSeconds, divergences}, sections, actions, signal) {
    const titles = sections.flatMap(({groups}) => groups.map(({title}) => title));
    super(place, {
      lengthSeconds, finestSeconds, labelWidths: labelWidthsFor(titles), title: 'Cursor in the timeline', signal,
    });
    this.sections = sections;
    this.divergences = divergences.filter(({line}) => line).map(({line}) => line.t);
    this.actions = actions;
    addHatches(this.svg, [['hatch-waiting', 45], ['hatch-backoff', 45], ['hatch-failed', 135]]);
    this.begin();
  }

  /** Redraws after groups were collapsed, expanded, hidden or found. */
  arrange() {
    const page = {full: this.labelWidth + this.width, label: this.labelWidth, isTouched: this.isTouched()};
    const {rows, height} = rowsOf(this.sections, page);
    this.layOut(rows, height);
  }

  isTouched() {
    return !this.isPrinting && matchMedia('(max-width: 860px)').matches;
  }

  draw() {
    super.draw();
    drawLabels(this, this.rowsInSight());
  }

  drawAxis(visible) {
    super.drawAxis(visible);
    this.axis.selectAll('path.divergence').data(this.divergences.map(this.scale)).join('path').attr('class', 'divergence')
      .attr('d', shapes.diamond).attr('transform', (x) => `translate(${x},25)`);
  }

  /** Scrolls to the group. */
  reveal(group) {
    const row = this.rows.find((each) => each.group === group);
    const frame = this.scroller.node();
    if (row && (row.top < frame.scrollTop || row.top + row.height > frame.scrollTop + frame.clientHeight - axisHeight)) {
      frame.scrollTop = Math.max(row.top - frame.clientHeight / 4, 0);
    }
  }

  drawRow(lane, {lane: data, height, group}) {
    const barHeight = data.tall ? 20 : 14;
    const top = data.tall ? 4 : (height - barHeight) / 2;
    lane.selectAll('line.base').data([height]).join('line').attr('class', 'base')
      .attr('x1', 0).attr('x2', this.width).attr('y1', height - 0.5).attr('y2', height - 0.5);
    lane.selectAll('line.divergence').data(group.divergences.map(this.scale)).join('line').attr('class', 'divergence')
      .attr('x1', Number).attr('x2', Number).attr('y1', 0).attr('y2', height);
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

  /** Returns the lane's item under the pointer. */
  targetOf(event) {
    const {x, time, row} = this.pointOf(event);
    const reach = event.pointerType === 'touch' ? 14 : 6;
    return {time, row, target: row?.lane ? hit(row.lane, this.scale, this.width, x, reach) : null};
  }

  click(event) {
    const {time, row, target} = this.targetOf(event);
    const run = row?.group?.run;
    if (target && target.t !== null) this.actions.pick(target.t, target.records[0], run);
    else this.actions.pick(time, null, run);
    if (event.pointerType === 'touch') this.hover(event);
  }

  hover(event) {
    const {row, target} = this.targetOf(event);
    if (target) this.actions.hover({...target, lane: row.lane, group: row.group, section: row.section}, event);
    else this.actions.leave();
  }

  leave() {
    this.actions.leave();
  }
}

/** Draws one bar or mark, for the legend. */
export function sample(look, shape) {
  const svg = create('svg').attr('width', 22).attr('height', 14).attr('aria-hidden', true);
  if (!shape) {
    svg.append('rect').attr('class', `bar ${look}`).attr('width', 20).attr('height', 12).attr('x', 1).attr('y', 1);
  } else {
    svg.append('path').attr('class', `mark ${look}`).attr('d', shapes[shape]).attr('transform', 'translate(11,7)');
  }
  return svg.node();
}
