// What can be followed over a plan's time.

/** By the names of a curve's series: the most at once, or in one second, of each bin, and the mean of that. */
export const measures = [
  {title: 'Pods not ready', most: 'mostNotReady', mean: 'notReady', look: 'down'},
  {title: 'Restarts a second', most: 'mostRestarts', mean: 'meanRestarts', look: 'restart'},
  {title: 'API writes a second', most: 'mostApiWrites', mean: 'meanApiWrites', look: 'write'},
  {title: 'Image pulls a second', most: 'mostImagePulls', mean: 'meanImagePulls', look: 'pull'},
];
