// How much room names need.

const context = document.createElement('canvas').getContext('2d');
const fonts = {title: '600 12.75px system-ui, sans-serif', label: '12px system-ui, sans-serif'};
const lastLetter = 9;

/** Pixels; `kind` is 'title' or 'label'. */
export function widthOf(text, kind) {
  context.font = fonts[kind];
  return context.measureText(text).width;
}

/** In how many lines a name is shown that may be broken anywhere. */
export function linesOf(text, kind, width) {
  return Math.max(Math.ceil(widthOf(text, kind) / Math.max(width - lastLetter, lastLetter)), 1);
}

/** In a table, names are broken only where they are long. `padding` is in pixels. */
export function leastWidth(text, padding = 16) {
  return `calc(${Math.min(text.length, 24)}ch + ${padding}px)`;
}
