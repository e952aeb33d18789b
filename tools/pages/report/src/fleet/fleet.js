// The fleet in the page's data.

/** Adds derived values to the page's data. */
export function readFleet(text) {
  const fleet = JSON.parse(text);
  for (const plan of fleet.plans) complete(plan, fleet);
  fleet.lengthSeconds = Math.max(1, ...fleet.plans.map(({curve}) => curve.width * curve.notReady.length));
  return fleet;
}

function complete(plan, fleet) {
  plan.clusters.forEach((cluster, index) => {
    const {name, nodes} = fleet.clusters[index];
    Object.assign(cluster, {name, nodes});
    Object.assign(cluster.course, {begins: cluster.begins, doneBy: sumsOf(cluster.course.nodes)});
    cluster.hasBegun = cluster.pods > 0 || cluster.ends > 0;
  });
  addMeans(plan.curve);
  plan.pods = plan.clusters.reduce((sum, {pods}) => sum + pods, 0);
  plan.rolledBack = plan.clusters.reduce((sum, {rolledBack}) => sum + rolledBack, 0);
  plan.maxNotReady = greatest(plan.curve.maxNotReady);
  plan.maxApiWrites = greatest(plan.curve.maxApiWrites);
  plan.maxImagePulls = greatest(plan.curve.maxImagePulls);
  plan.isStopped = plan.stoppedIn !== undefined;
  plan.workloads = plan.workloads.map(([cluster, title, replicas, restarts, interruptions, maxDown, down, without, since]) => ({
    cluster: fleet.clusters[cluster].name, title: fleet.workloads[title],
    replicas, restarts, interruptions, maxDown, down, without, since,
  }));
}

function addMeans(curve) {
  const mean = (sums) => sums.map((sum) => sum / curve.width);
  Object.assign(curve, {
    begins: 0, meanRestarts: mean(curve.restarts), meanApiWrites: mean(curve.apiWrites), meanImagePulls: mean(curve.imagePulls),
  });
}

function sumsOf(values) {
  let sum = 0;
  return values.map((value) => (sum += value));
}

/** Returns the maximum of an array that is too long for function arguments. */
export function greatest(values) {
  return values.reduce((max, value) => Math.max(max, value), 0);
}

/** Returns the bin of a curve or course that holds a time; -1 if there is none. */
export function binAt({begins, width, notReady}, time) {
  const index = Math.floor((time - begins) / width);
  return index >= 0 && index < notReady.length ? index : -1;
}

/** Returns the number of upgraded nodes of a cluster at the end of a bin, or at the beginning for -1. */
export function doneAt({course}, time) {
  const index = Math.min(Math.floor((time - course.begins) / course.width), course.doneBy.length - 1);
  return index < 0 ? 0 : course.doneBy[index];
}

/** Returns the time at which the most pods were not ready. */
export function worstMoment({curve, maxNotReady}) {
  return curve.maxNotReady.indexOf(maxNotReady) * curve.width;
}

/** Returns why a plan was stopped: "eu: 6 of 6 containers …". */
export function whyStopped(plan) {
  const {name, stopped} = plan.clusters[plan.stoppedIn];
  return `${name}: ${stopped}`;
}
