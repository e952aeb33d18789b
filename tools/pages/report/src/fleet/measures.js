// Measures that are shown over the time of a plan.

/** Series of a curve: the maximum at once, or in one second, of each bin, and the mean. */
export const measures = [
  {title: 'Pods not ready', most: 'mostNotReady', mean: 'notReady', look: 'down'},
  {title: 'Restarts per second', most: 'mostRestarts', mean: 'meanRestarts', look: 'restart'},
  {title: 'API writes per second', most: 'mostApiWrites', mean: 'meanApiWrites', look: 'write'},
  {title: 'Image pulls per second', most: 'mostImagePulls', mean: 'meanImagePulls', look: 'pull'},
];
