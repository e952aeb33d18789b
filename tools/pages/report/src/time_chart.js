// A chart with rows on one time axis and a cursor.
import {axisBottom} from 'd3-axis';
import {scaleUtc} from 'd3-scale';
import {select} from 'd3-selection';
import {tick} from './duration.js';
import {addZoom} from './zoom.js';

export const axisHeight = 30;
const margin = 10;
const printWidth = 690;
const narrowPage = 560;
const beyondSight = 300;

/**
 * Handles events until `signal`, which is optional, is aborted. Derived classes define the content: `arrange()` sets the
 * rows with `layOut()`, `drawRow(group, row)` draws a row, `click(event)`, `hover(event)` and `leave()` handle the pointer.
 */
export class TimeChart {
  /** Total and minimum visible time, in seconds. `labelWidths`: [on narrow pages, on others]. */
  constructor(place, {lengthSeconds, finestSeconds, labelWidths, title, signal}) {
    this.place = select(place).classed('chart', true);
    this.lengthSeconds = lengthSeconds;
    this.finestSeconds = finestSeconds;
    this.labelWidths = labelWidths;
    this.signal = signal;
    this.cursor = lengthSeconds;
    this.rows = [];
    this.build(title);
  }

  build(title) {
    this.scroller = this.place.append('div').attr('class', 'scroller');
    this.axis = this.scroller.append('svg').attr('class', 'axis').attr('height', axisHeight).attr('aria-hidden', true);
    this.axisTicks = this.axis.append('g');
    this.body = this.scroller.append('div').attr('class', 'body');
    this.labels = this.body.append('div').attr('class', 'labels');
    this.svg = this.body.append('svg').attr('class', 'lanes').attr('id', 'lanes');
    this.svg.attr('tabindex', 0).attr('role', 'slider').attr('aria-label', title);
    this.svg.attr('aria-valuemin', 0).attr('aria-valuemax', this.lengthSeconds);
    this.grid = this.svg.append('g').attr('class', 'grid');
    this.lanes = this.svg.append('g');
    this.line = this.svg.append('line').attr('class', 'cursor').attr('y1', 0);
    this.scroller.on('scroll', () => this.schedule());
    this.svg.on('click', (event) => this.click(event));
    this.svg.on('pointermove', (event) => event.pointerType !== 'touch' && this.hover(event));
    this.svg.on('pointerleave', () => this.leave());
  }

  /** Must be called when the inputs of `arrange()` are available. */
  begin() {
    this.zoom = addZoom(this, () => this.draw());
    this.resize();
    const {signal} = this;
    const observer = new ResizeObserver(() => this.isPrinting || this.resize());
    observer.observe(this.place.node());
    signal?.addEventListener('abort', () => observer.disconnect());
    window.addEventListener('beforeprint', () => this.resize(printWidth), {signal});
    window.addEventListener('afterprint', () => this.resize(), {signal});
  }

  /** `forced` is the width for printing; then all rows are drawn, also invisible ones. */
  resize(forced) {
    this.isPrinting = Boolean(forced);
    const full = forced ?? this.place.node().clientWidth;
    this.labelWidth = this.labelWidths[full < narrowPage ? 0 : 1];
    this.width = Math.max(full - this.labelWidth - 14, 120);
    this.axis.attr('width', this.width).style('margin-left', `${this.labelWidth}px`);
    this.svg.attr('width', this.width).style('margin-left', `${this.labelWidth}px`);
    const end = this.lengthSeconds * 1000;
    const beyond = (end * margin) / (this.width - 2 * margin);
    this.base = scaleUtc([-beyond, end + beyond], [0, this.width]);
    this.zoom.resized();
    this.arrange();
  }

  /** Rows have a `top` and a `height`; rows with `isDrawn` are passed to `drawRow`. */
  layOut(rows, height) {
    this.rows = rows;
    this.svg.attr('height', height);
    this.line.attr('y2', height);
    this.draw();
  }

  schedule() {
    this.pending ??= requestAnimationFrame(() => this.draw());
  }

  draw() {
    cancelAnimationFrame(this.pending);
    this.pending = null;
    if (this.rows.length === 0) return;
    const visible = this.zoom.transform().rescaleX(this.base);
    this.scale = (seconds) => visible(seconds * 1000);
    this.time = (x) => clamp(this.zoom.secondsAt(x), 0, this.lengthSeconds);
    this.drawAxis(visible);
    const drawn = this.rowsInSight().filter((row) => row.isDrawn);
    const lanes = this.lanes.selectAll('g.lane').data(drawn, (row) => row.top).join('g').attr('class', 'lane');
    lanes.attr('transform', (row) => `translate(0,${row.top})`);
    const chart = this;
    lanes.each(function drawLane(row) {
      chart.drawRow(select(this), row);
    });
    this.drawCursor();
  }

  rowsInSight() {
    if (this.isPrinting) return this.rows;
    const {scrollTop, clientHeight} = this.scroller.node();
    const [from, to] = [scrollTop - beyondSight, scrollTop + clientHeight + beyondSight];
    return this.rows.filter((row) => row.top + row.height > from && row.top < to);
  }

  drawAxis(visible) {
    const count = Math.max(4, Math.floor(this.width / 90));
    const ticks = visible.ticks(count).filter((date) => date >= 0 && date <= this.lengthSeconds * 1000);
    this.axisTicks.call(axisBottom(visible).tickValues(ticks).tickFormat((date) => tick(date / 1000)).tickSizeOuter(0));
    const lines = this.grid.selectAll('line').data(ticks).join('line');
    lines.attr('x1', visible).attr('x2', visible).attr('y1', 0).attr('y2', this.svg.attr('height'));
  }

  /** `text` describes the content at the cursor. */
  moveCursor(time, text) {
    this.cursor = time;
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

  /** Returns the position of the pointer. */
  pointOf(event) {
    const {left, top} = this.svg.node().getBoundingClientRect();
    const x = event.clientX - left;
    const y = event.clientY - top;
    return {x, time: this.time(x), row: this.rows.find((each) => each.top <= y && y < each.top + each.height)};
  }
}

function clamp(value, least, most) {
  return Math.min(Math.max(value, least), most);
}

/** Patterns that distinguish areas without colours. */
export function addHatches(svg, hatches) {
  const defs = svg.append('defs');
  for (const [id, turn] of hatches) {
    const pattern = defs.append('pattern').attr('id', id).attr('width', 6).attr('height', 6);
    pattern.attr('patternUnits', 'userSpaceOnUse').attr('patternTransform', `rotate(${turn})`);
    pattern.append('rect').attr('class', 'ground').attr('width', 6).attr('height', 6);
    pattern.append('rect').attr('class', 'stripe').attr('width', 2).attr('height', 6);
  }
}
