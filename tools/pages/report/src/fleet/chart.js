// The curves of the plans, and the clusters of the chosen plan, on one time axis.
import {shapes, shortened} from '../shapes.js';
import {TimeChart, addHatches} from '../time_chart.js';
import {count, counted, percent} from '../numbers.js';
import {span} from '../duration.js';
import {areaPath, risePath, together} from './areas.js';
import {greatest} from './fleet.js';

const heights = {title: 26, curve: 62, lane: 24};
const headroom = 14;
const finestSeconds = 5;
const printedClusters = 200;
const roomForCounts = 150;

export class FleetChart extends TimeChart {
  /** `actions` receives user actions: pick(time), choose(plan), hover(target, event), leave(). */
  constructor(place, fleet, actions) {
    super(place, {lengthSeconds: fleet.lengthSeconds, finestSeconds, labelWidths: [104, 190], title: 'Cursor in the time of the plans'});
    this.fleet = fleet;
    this.actions = actions;
    addHatches(this.svg, [['hatch-failed', 135]]);
  }

  /** `measure` is one of measures.js, `plan` the chosen one. */
  show(measure, plan) {
    this.measure = measure;
    this.plan = plan;
    this.max = greatest(this.fleet.plans.map(({curve}) => greatest(curve[measure.max])));
    this.maxShare = greatest(plan.clusters.map(maxShareOf));
    if (this.zoom) this.arrange();
    else this.begin();
  }

  arrange() {
    const rows = [];
    let top = 0;
    const add = (row, height) => {
      rows.push({...row, top, height});
      top += height;
    };
    const {clusters} = this.plan;
    const shown = this.isPrinting ? clusters.slice(0, printedClusters) : clusters;
    add({title: `${this.measure.title}, at most ${count(this.max)}`}, heights.title);
    for (const plan of this.fleet.plans) add({plan, isDrawn: true}, heights.curve);
    const scale = this.maxShare > 0 ? `, up to ${percent(this.maxShare, 1)} of a cluster\u2019s` : '';
    add({title: `${counted(clusters.length, 'cluster')} under plan ${this.plan.name}: pods not ready${scale}`}, heights.title);
    for (const cluster of shown) add({cluster, isDrawn: true}, heights.lane);
    if (shown.length < clusters.length) add({title: `and ${count(clusters.length - shown.length)} more clusters`}, heights.title);
    this.layOut(rows, top);
  }

  draw() {
    super.draw();
    this.drawLabels(this.rowsInSight());
  }

  drawLabels(rows) {
    const title = this.labels.selectAll('div.group').data(rows.filter((row) => row.title), (row) => row.top).join('div');
    title.attr('class', 'group').style('top', (row) => `${row.top}px`).text((row) => row.title);
    const plan = this.labels.selectAll('button').data(rows.filter((row) => row.plan), (row) => row.top).join('button');
    plan.attr('type', 'button').attr('class', 'plan').attr('aria-pressed', (row) => row.plan === this.plan);
    this.placeLabels(plan, (row) => [row.plan.name, `max ${count(greatest(row.plan.curve[this.measure.max]))}`]);
    plan.on('click', (event, row) => this.actions.choose(row.plan));
    const cluster = this.labels.selectAll('div.label').data(rows.filter((row) => row.cluster), (row) => row.top).join('div');
    this.placeLabels(cluster.attr('class', 'label'), (row) => [row.cluster.name, this.doneOf(row.cluster)]);
  }

  doneOf({done, nodes}) {
    return this.labelWidth < roomForCounts ? percent(done, nodes) : `${count(done)}/${count(nodes)}`;
  }

  placeLabels(labels, texts) {
    labels.style('top', (row) => `${row.top}px`).style('height', (row) => `${row.height}px`);
    labels.style('width', `${this.labelWidth - 4}px`).attr('title', (row) => texts(row).join(', '));
    labels.selectAll('span').data(texts).join('span').text(String);
  }

  drawRow(lane, row) {
    lane.selectAll('line.base').data([row.height]).join('line').attr('class', 'base')
      .attr('x1', 0).attr('x2', this.width).attr('y1', row.height - 0.5).attr('y2', row.height - 0.5);
    if (row.plan) this.drawCurve(lane, row);
    else this.drawCluster(lane, row);
  }

  drawCurve(lane, {plan, height}) {
    const {max, mean, look} = this.measure;
    const heightOf = (value) => (value / this.max) * (height - headroom);
    this.drawAreas(lane, look, plan.curve, [plan.curve[max], plan.curve[mean]], heightOf, height);
    const end = this.scale(plan.ends);
    lane.selectAll('line.end').data([end]).join('line').attr('class', 'end')
      .attr('x1', end).attr('x2', end).attr('y1', 4).attr('y2', height);
    const text = `${plan.isStopped ? 'stopped' : 'done'} after ${span(plan.ends)}`;
    const isLeft = end > this.width - 130;
    lane.selectAll('text.name').data([text]).join('text').attr('class', 'name')
      .attr('x', isLeft ? end - 6 : end + 6).attr('y', 11).attr('text-anchor', isLeft ? 'end' : 'start').text(String);
  }

  drawCluster(lane, {cluster, height}) {
    const [from, to] = [this.scale(cluster.begins), this.scale(cluster.ends)];
    const look = cluster.stopped ? 'stopped' : 'worked';
    lane.selectAll('rect.work').data(cluster.hasBegun ? [cluster] : []).join('rect').attr('class', `work ${look}`)
      .attr('x', from).attr('width', Math.max(to - from, 2)).attr('y', 3).attr('height', height - 6).attr('rx', 2);
    const room = height - 8;
    const nodes = (value) => (value / Math.max(cluster.nodes, 1)) * room;
    const pods = (value) => (value / cluster.pods / this.maxShare) * room;
    const {course} = cluster;
    this.drawAreas(lane, 'down', course, [course.maxNotReady, course.notReady], pods, height - 4);
    const rise = course.doneBy.length > 0 ? [risePath(course.doneBy, course, cluster.ends, this.scale, nodes)] : [];
    drawPaths(lane, 'rise', rise.flatMap((path) => [['halo', path], ['line', path]]), height - 4);
    this.drawEnd(lane, cluster, to, height / 2);
  }

  /** Draws the maximum in a pale colour behind the mean. */
  drawAreas(lane, look, bins, [max, mean], heightOf, base) {
    const path = (values, combine) => areaPath(values, bins, this.scale, this.width, combine, heightOf);
    drawPaths(lane, 'area', [[`${look} max`, path(max, together.max)], [look, path(mean, together.mean)]], base);
  }

  drawEnd(lane, cluster, x, middle) {
    const {mood, shape, text} = endOf(cluster);
    lane.selectAll('path.mark').data([shape]).join('path').attr('class', `mark ${mood}`)
      .attr('d', (name) => shapes[name]).attr('transform', `translate(${x},${middle})`);
    lane.selectAll('text.name').data([text]).join('text').attr('class', 'name').attr('x', x + 9).attr('y', middle + 4)
      .text(shortened(text, this.width - x - 9));
  }

  click(event) {
    this.actions.pick(this.pointOf(event).time);
    if (event.pointerType === 'touch') this.hover(event);
  }

  hover(event) {
    const {time, row} = this.pointOf(event);
    if (row?.isDrawn) this.actions.hover({time, plan: row.plan, cluster: row.cluster}, event);
    else this.actions.leave();
  }

  leave() {
    this.actions.leave();
  }
}

/** `paths`: [[class, path]]. */
function drawPaths(lane, name, paths, base) {
  lane.selectAll(`path.${name}`).data(paths).join('path').attr('class', ([look]) => `${name} ${look}`)
    .attr('d', ([, path]) => path).attr('transform', `translate(0,${base})`);
}

function maxShareOf({course, pods}) {
  return pods === 0 ? 0 : greatest(course.maxNotReady) / pods;
}

function endOf(cluster) {
  if (!cluster.hasBegun) return {mood: 'quiet', shape: 'cross', text: `not started: ${cluster.stopped}`};
  if (!cluster.stopped) return {mood: 'good', shape: 'circle', text: ''};
  if (cluster.rolledBack > 0) return {mood: 'warning', shape: 'back', text: `rolled back: ${cluster.stopped}`};
  return {mood: 'bad', shape: 'cross', text: `stopped: ${cluster.stopped}`};
}
