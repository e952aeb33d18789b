// The swim lanes on one time axis.
import {axisBottom} from 'd3-axis';
import {scaleUtc} from 'd3-scale';
import {create, select} from 'd3-selection';
import {tick} from './duration.js';
import {drawnBars, drawnMarks, heights, hit, rowsOf} from './layout.js';
import {addZoom} from './zoom.js';

const shapes = {
  circle: 'M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0',
  diamond: 'M0,-5L5,0L0,5L-5,0Z',
  triangle: 'M0,-5.5L5.5,4.5L-5.5,4.5Z',
  square: 'M-4,-4H4V4H-4Z',
  cross: 'M-4,-5L0,-1L4,-5L5,-4L1,0L5,4L4,5L0,1L-4,5L-5,4L-1,0L-5,-4Z',
  exit: 'M-2,-7H2V7H-2Z',
};
const letterWidth = 6.3;
const margin = 10;
const countWidth = 22;
const printWidth = 690;
const narrowPage = 560;

export class Chart {
  /** `actions` is told of what people do: pick(time, record), hover(target, event), leave(). */
  constructor(place, run, groups, actions) {
    this.place = select(place).classed('chart', true);
    this.run = run;
    this.groups = groups;
    this.actions = actions;
    this.cursor = run.lengthSeconds;
    this.chosen = null;
    this.build();
    this.zoom = addZoom(this, () => this.draw());
    this.resize();
    new ResizeObserver(() => this.isPrinting || this.resize()).observe(place);
    window.addEventListener('beforeprint', () => this.resize(printWidth));
    window.addEventListener('afterprint', () => this.resize());
  }

  build() {
    this.scroller = this.place.append('div').attr('class', 'scroller');
    this.axis = this.scroller.append('svg').attr('class', 'axis').attr('height', heights.axis).attr('aria-hidden', true);
    this.axisTicks = this.axis.append('g');
    this.body = this.scroller.append('div').attr('class', 'body');
    this.labels = this.body.append('div').attr('class', 'labels');
    this.svg = this.body.append('svg').attr('class', 'lanes');
    this.svg.attr('id', 'lanes').attr('tabindex', 0).attr('role', 'slider').attr('aria-label', 'Cursor in the timeline');
    this.svg.attr('aria-valuemin', 0).attr('aria-valuemax', this.run.lengthSeconds);
    addHatches(this.svg.append('defs'));
    this.grid = this.svg.append('g').attr('class', 'grid');
    this.lanes = this.svg.append('g');
    this.line = this.svg.append('line').attr('class', 'cursor').attr('y1', 0);
    this.scroller.on('scroll', () => this.schedule());
    this.svg.on('click', (event) => this.click(event));
    this.svg.on('pointermove', (event) => event.pointerType !== 'touch' && this.hover(event));
    this.svg.on('pointerleave', () => this.actions.leave());
  }

  /** `forced` is a width to print at: then every lane is drawn, in sight or not. */
  resize(forced) {
    this.isPrinting = Boolean(forced);
    const full = forced ?? this.place.node().clientWidth;
    this.labelWidth = full < narrowPage ? 88 : 150;
    this.width = Math.max(full - this.labelWidth - 14, 120);
    this.axis.attr('width', this.width).style('margin-left', `${this.labelWidth}px`);
    this.svg.attr('width', this.width).style('margin-left', `${this.labelWidth}px`);
    const end = this.run.lengthSeconds * 1000;
    const beyond = (end * margin) / (this.width - 2 * margin);
    this.base = scaleUtc([-beyond, end + beyond], [0, this.width]);
    this.zoom.resized();
    this.arrange();
  }

  /** After groups were folded or unfolded. */
  arrange() {
    const {rows, height} = rowsOf(this.groups);
    this.rows = rows;
    this.svg.attr('height', height);
    this.line.attr('y2', height);
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
    this.draw();
  }

  schedule() {
    this.pending ??= requestAnimationFrame(() => this.draw());
  }

  draw() {
    cancelAnimationFrame(this.pending);
    this.pending = null;
    if (!this.rows) return;
    const visible = this.zoom.transform().rescaleX(this.base);
    this.scale = (seconds) => visible(seconds * 1000);
    this.time = (x) => clamp(this.zoom.secondsAt(x), 0, this.run.lengthSeconds);
    this.drawAxis(visible);
    const inSight = this.rows.filter((row) => row.lane && this.isInSight(row));
    const lanes = this.lanes.selectAll('g.lane').data(inSight, (row) => row.top).join('g').attr('class', 'lane');
    lanes.attr('transform', (row) => `translate(0,${row.top})`);
    const chart = this;
    lanes.each(function drawLane(row) {
      chart.drawLane(select(this), row);
    });
    this.drawCursor();
  }

  isInSight(row) {
    if (this.isPrinting) return true;
    const {scrollTop, clientHeight} = this.scroller.node();
    return row.top + row.height > scrollTop - 300 && row.top < scrollTop + clientHeight + 300;
  }

  drawAxis(visible) {
    const count = Math.max(4, Math.floor(this.width / 90));
    const ticks = visible.ticks(count).filter((date) => date >= 0 && date <= this.run.lengthSeconds * 1000);
    this.axisTicks.call(axisBottom(visible).tickValues(ticks).tickFormat((date) => tick(date / 1000)).tickSizeOuter(0));
    const lines = this.grid.selectAll('line').data(ticks).join('line');
    lines.attr('x1', visible).attr('x2', visible).attr('y1', 0).attr('y2', this.svg.attr('height'));
  }

  drawLane(lane, {lane: data, height}) {
    const barHeight = data.tall ? 20 : 14;
    const top = data.tall ? 4 : (height - barHeight) / 2;
    lane.selectAll('line.base').data([height]).join('line').attr('class', 'base')
      .attr('x1', 0).attr('x2', this.width).attr('y1', height - 0.5).attr('y2', height - 0.5);
    const bars = drawnBars(data.bars, this.scale, this.width);
    lane.selectAll('rect.bar').data(bars).join('rect').attr('class', (bar) => `bar ${bar.look}`)
      .attr('x', (bar) => bar.x).attr('width', (bar) => bar.w).attr('y', top).attr('height', barHeight).attr('rx', 2);
    lane.selectAll('text.name').data(bars.filter((bar) => shortened(bar))).join('text').attr('class', (bar) => `name on-${bar.look}`)
      .attr('x', (bar) => bar.x + 5).attr('y', top + barHeight / 2 + 4).text(shortened);
    lane.selectAll('rect.thin').data(drawnBars(data.thin ?? [], this.scale, this.width)).join('rect')
      .attr('class', 'thin alive').attr('x', (bar) => bar.x).attr('width', (bar) => bar.w).attr('y', 28).attr('height', 4);
    const marks = drawnMarks(data.marks, this.scale, this.width);
    const middle = data.tall ? 28 : height / 2;
    lane.selectAll('path.mark').data(marks).join('path').attr('class', (mark) => `mark ${mark.mood}`)
      .attr('d', (mark) => shapes[mark.shape]).attr('transform', (mark) => `translate(${mark.x},${middle})`);
    lane.selectAll('text.count').data(marks.filter((mark, i) => mark.marks.length > 1 && !data.tall && !(marks[i + 1]?.x < mark.x + countWidth))).join('text')
      .attr('class', 'count').attr('x', (mark) => mark.x + 5).attr('y', 9).text((mark) => mark.marks.length);
  }

  /** Moves the cursor to a time; `record` is the one that is chosen there, if any. */
  moveTo(time, record, text) {
    this.cursor = time;
    this.chosen = record;
    this.svg.attr('aria-valuenow', time).attr('aria-valuetext', text);
    const x = this.scale(time);
    if (x < 0 || x > this.width) this.zoom.center(time);
    this.drawCursor();
  }

  drawCursor() {
    const x = this.scale(this.cursor);
    this.line.attr('x1', x).attr('x2', x);
    this.axis.selectAll('path.handle').data([x]).join('path').attr('class', 'handle')
      .attr('d', 'M-6,21H6L0,30Z').attr('transform', (at) => `translate(${at},0)`);
  }

  /** The lane's item under the pointer. */
  targetOf(event) {
    const {left, top} = this.svg.node().getBoundingClientRect();
    const x = event.clientX - left;
    const y = event.clientY - top;
    const row = this.rows.find((each) => each.top <= y && y < each.top + each.height);
    const reach = event.pointerType === 'touch' ? 14 : 6;
    const target = row?.lane ? hit(row.lane, this.scale, this.width, x, reach) : null;
    return {x, time: this.time(x), row, target};
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
}

function clamp(value, least, most) {
  return Math.min(Math.max(value, least), most);
}

/** As much of a bar's label as there is room for. */
function shortened({w, label}) {
  const letters = Math.floor((w - 9) / letterWidth);
  if (letters >= label.length) return label;
  return letters < 4 ? '' : `${label.slice(0, letters - 1)}\u2026`;
}

function addHatches(defs) {
  for (const [id, turn] of [['hatch-waiting', 45], ['hatch-backoff', 45], ['hatch-failed', 135]]) {
    const pattern = defs.append('pattern').attr('id', id).attr('width', 6).attr('height', 6);
    pattern.attr('patternUnits', 'userSpaceOnUse').attr('patternTransform', `rotate(${turn})`);
    pattern.append('rect').attr('class', 'ground').attr('width', 6).attr('height', 6);
    pattern.append('rect').attr('class', 'stripe').attr('width', 2).attr('height', 6);
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
