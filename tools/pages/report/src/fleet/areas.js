// Bins as areas and lines.

const narrow = 1.5;
const least = 1.5;

/** Functions that combine values that are too narrow to be drawn separately. */
export const together = {
  max: (values) => values.reduce((max, value) => Math.max(max, value)),
  mean: (values) => values.reduce((sum, value) => sum + value) / values.length,
};

/**
 * Returns the outline of values as columns that begin at 0; every positive value is visible. `combine` is one of
 * `together`, `heightOf` returns the height of a value.
 */
export function areaPath(values, {begins, width}, scale, room, combine, heightOf) {
  let path = '';
  let isOpen = false;
  for (const {from, to, all} of columns(values, {begins, width}, scale, room)) {
    const value = combine(all);
    if (value > 0) {
      path += `${isOpen ? 'H' : 'M'}${from}${isOpen ? '' : ',0'}V${-Math.max(heightOf(value), least).toFixed(1)}H${to}`;
    } else if (isOpen) {
      path += 'V0Z';
    }
    isOpen = value > 0;
  }
  return isOpen ? `${path}V0Z` : path;
}

function columns(values, {begins, width}, scale, room) {
  const found = [];
  for (let index = 0; index < values.length; ++index) {
    const from = scale(begins + index * width);
    const to = scale(begins + (index + 1) * width);
    if (to < 0 || from > room) continue;
    const last = found.at(-1);
    if (last && to - last.from < narrow) {
      last.to = Math.round(to);
      last.all.push(values[index]);
    } else {
      const left = last ? last.to : Math.round(from);
      found.push({from: left, to: Math.max(Math.round(to), left + 1), all: [values[index]]});
    }
  }
  return found;
}

/** A line through values at the ends of their bins, from 0 on until `ends`. `heightOf` gives a value's height. */
export function risePath(values, {begins, width}, ends, scale, heightOf) {
  let path = `M${scale(begins).toFixed(1)},0`;
  values.forEach((value, index) => {
    path += `L${scale(Math.min(begins + (index + 1) * width, ends)).toFixed(1)},${-heightOf(value).toFixed(1)}`;
  });
  return path;
}
