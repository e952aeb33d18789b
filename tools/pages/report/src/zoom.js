// Zooming and panning the time axis: wheel, drag, pinch, keys.
import {select} from 'd3-selection';
import {zoom as makeZoom, zoomIdentity, zoomTransform} from 'd3-zoom';

/** Handles events of the chart's lanes and axis. `changed` is called whenever the transform has changed. */
export function addZoom(chart, changed) {
  const svg = chart.svg;
  const behaviour = makeZoom()
    .scaleExtent([1, Math.max(chart.lengthSeconds / chart.finestSeconds, 1)])
    .filter((event) => (event.type === 'wheel' ? event.ctrlKey || event.metaKey : !event.button && !event.shiftKey))
    .touchable(() => false)
    .clickDistance(4)
    .on('zoom', changed);
  svg.call(behaviour).on('dblclick.zoom', null);
  const control = new Zoom(chart, behaviour);
  chart.axis.on('wheel', (event) => control.wheel(event));
  svg.on('wheel.pan', (event) => control.pan(event));
  listenToFingers(svg, control);
  return control;
}

class Zoom {
  constructor(chart, behaviour) {
    this.chart = chart;
    this.behaviour = behaviour;
  }

  transform() {
    return zoomTransform(this.chart.svg.node());
  }

  /** Adapts to a new width, and keeps the visible range. */
  resized() {
    const {svg, width} = this.chart;
    const extent = [[0, 0], [width, 1]];
    const before = this.transform();
    const factor = this.width ? width / this.width : 1;
    this.width = width;
    this.behaviour.extent(extent).translateExtent(extent);
    svg.call(this.behaviour.transform, zoomIdentity.translate(before.x * factor, 0).scale(before.k));
  }

  secondsAt(x) {
    const [from, to] = this.chart.base.domain().map(Number);
    return (from + (this.transform().invertX(x) / this.chart.width) * (to - from)) / 1000;
  }

  by(factor, x = this.chart.scale(this.chart.cursor)) {
    const inside = Math.min(Math.max(x, 0), this.chart.width);
    this.chart.svg.call(this.behaviour.scaleBy, factor, [inside, 0]);
  }

  drag(dx) {
    this.chart.svg.call(this.behaviour.translateBy, dx / this.transform().k, 0);
  }

  fit() {
    this.chart.svg.call(this.behaviour.transform, zoomIdentity);
  }

  /** Returns the visible range [from, to] in seconds; null if everything is visible. */
  window() {
    return this.transform().k > 1 ? [this.secondsAt(0), this.secondsAt(this.chart.width)] : null;
  }

  show([from, to]) {
    const {base, width, svg} = this.chart;
    const [left, right] = [from, to].map((seconds) => base(seconds * 1000));
    const factor = Math.max(width / (right - left), 1);
    svg.call(this.behaviour.transform, zoomIdentity.scale(factor).translate(-left, 0));
  }

  center(time) {
    this.chart.svg.call(this.behaviour.translateTo, this.chart.base(time * 1000), 0);
  }

  wheel(event) {
    event.preventDefault();
    this.by(2 ** (-event.deltaY / 300), event.offsetX);
  }

  /** Pans for a horizontal wheel; a vertical wheel scrolls the page. */
  pan(event) {
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (event.ctrlKey || event.metaKey || !sideways || Math.abs(event.deltaY) > Math.abs(sideways)) return;
    event.preventDefault();
    this.drag(-sideways);
  }
}

/** Pans for one finger that moves sideways, and zooms for two; the browser scrolls the page for vertical moves. */
function listenToFingers(svg, control) {
  const fingers = new Map();
  const place = (event) => event.clientX - svg.node().getBoundingClientRect().left;
  const middleAndSpread = () => {
    const [a, b = a] = [...fingers.values()];
    return {middle: (a + b) / 2, spread: Math.abs(a - b)};
  };
  svg.on('pointerdown.finger', (event) => event.pointerType === 'touch' && fingers.set(event.pointerId, place(event)));
  select(window).on('pointerup.finger pointercancel.finger', (event) => fingers.delete(event.pointerId));
  svg.on('pointermove.finger', (event) => {
    if (!fingers.has(event.pointerId)) return;
    const before = middleAndSpread();
    fingers.set(event.pointerId, place(event));
    const after = middleAndSpread();
    control.drag(after.middle - before.middle);
    if (before.spread > 10 && after.spread > 10) control.by(after.spread / before.spread, after.middle);
  });
}
