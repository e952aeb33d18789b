// Measures that are shown over the time of a plan.

/** Series of a curve: the maximum at once, or in one second, of each bin, and the mean. */
export const measures = [
  {title: 'Pods not ready', max: 'maxNotReady', mean: 'notReady', look: 'down'},
  {title: 'Restarts per second', max: 'maxRestarts', mean: 'meanRestarts', look: 'restart'},
  {title: 'API writes per second', max: 'maxApiWrites', mean: 'meanApiWrites', look: 'write'},
  {title: 'Image pulls per second', max: 'maxImagePulls', mean: 'meanImagePulls', look: 'pull'},
];
