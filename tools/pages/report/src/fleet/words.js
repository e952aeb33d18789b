// Descriptions of a point in time, as elements. Texts of a fleet are inserted as plain text only.
import {create} from 'd3-selection';
import {span, tick} from '../duration.js';
import {count, counted, few, percent} from '../numbers.js';
import {binAt, doneAt} from './fleet.js';

/** Returns "12m30s to 12m45s"; for bins of one second, only the beginning. */
function within({begins, width}, bin) {
  const from = begins + bin * width;
  return width > 1 ? `${tick(from)} to ${tick(from + width)}` : tick(from);
}

/** Returns the values of a curve in a bin: [[name, value]]. */
export function curveFacts(plan, time) {
  const {curve} = plan;
  const bin = binAt(curve, time);
  if (bin < 0) return [];
  const isOfSeconds = curve.width === 1;
  const rate = (max, sum) => (isOfSeconds || sum[bin] === 0 ? count(sum[bin]) : `${count(sum[bin])}, at most ${count(max[bin])} per second`);
  return [
    ['pods not ready', podsNotReady(curve, bin, plan.pods)],
    ['restarts', rate(curve.maxRestarts, curve.restarts)],
    ['API writes', rate(curve.maxApiWrites, curve.apiWrites)],
    ['image pulls', rate(curve.maxImagePulls, curve.imagePulls)],
  ];
}

function podsNotReady({maxNotReady, notReady}, bin, pods) {
  const [max, mean] = [maxNotReady[bin], notReady[bin]];
  return max === 0 ? '0' : `at most ${count(max)} (${percent(max, pods)} of ${count(pods)}), ${few(mean)} on average`;
}

function courseFacts(cluster, time) {
  const {course} = cluster;
  const bin = binAt(course, time);
  const done = [['nodes upgraded', `${count(doneAt(cluster, time))} of ${count(cluster.nodes)}`]];
  if (bin < 0) return done;
  return [
    ['pods not ready', podsNotReady(course, bin, cluster.pods)],
    ['restarts', count(course.restarts[bin])],
    ['API writes', count(course.apiWrites[bin])],
    ...done,
  ];
}

/** Fills the box beside the pointer. */
export function targetLines({plan, cluster, time}) {
  const lines = create('div');
  const subject = plan?.curve ?? cluster.course;
  const bin = binAt(subject, time);
  const when = bin < 0 ? tick(Math.floor(time)) : within(subject, bin);
  lines.append('p').attr('class', 'where').text(`${plan ? `plan ${plan.name}` : cluster.name}, ${when}`);
  if (plan && bin < 0) lines.append('p').text('The plan has ended.');
  if (cluster) lines.append('p').text(clusterState(cluster, time));
  const facts = lines.append('dl').attr('class', 'point-facts');
  for (const [name, value] of plan ? curveFacts(plan, time) : courseFacts(cluster, time)) {
    facts.append('dt').text(name);
    facts.append('dd').text(value);
  }
  return lines.node();
}

function clusterState(cluster, time) {
  if (!cluster.hasBegun) return `Not started: ${cluster.stopped}`;
  if (time < cluster.begins) return `Starts at ${span(cluster.begins)}.`;
  if (time <= cluster.ends) return `Upgraded from ${span(cluster.begins)} to ${span(cluster.ends)}.`;
  if (cluster.stopped) return `Stopped at ${span(cluster.ends)}: ${cluster.stopped}`;
  return `Completed at ${span(cluster.ends)}.`;
}

/** Names the clusters that are being upgraded. */
export function atWork(plan, time) {
  const working = plan.clusters.filter(({hasBegun, begins, ends}) => hasBegun && begins <= time && time < ends);
  if (working.length === 0) return 'none';
  return working.length > 3 ? counted(working.length, 'cluster') : working.map(({name}) => name).join(', ');
}

/** Returns the description for screen readers. */
export function spoken(plan, time) {
  const facts = curveFacts(plan, time);
  if (facts.length === 0) return `plan ${plan.name}: ended`;
  return `plan ${plan.name}: ${facts.map(([name, value]) => `${name} ${value}`).join(', ')}`;
}
