// Sizes of names.

const context = document.createElement('canvas').getContext('2d');
const fonts = {title: '600 12.75px system-ui, sans-serif', label: '12px system-ui, sans-serif'};
const lastLetter = 9;

/** Returns the width in pixels; `kind` is 'title' or 'label'. */
export function widthOf(text, kind) {
  context.font = fonts[kind];
  return context.measureText(text).width;
}

/** Returns the number of lines of a name that may be broken anywhere. */
export function linesOf(text, kind, width) {
  return Math.max(Math.ceil(widthOf(text, kind) / Math.max(width - lastLetter, lastLetter)), 1);
}

/** Returns the minimum width of a name in a table; only long names are broken. `padding` is in pixels. */
export function minWidth(text, padding = 16) {
  return `calc(${Math.min(text.length, 24)}ch + ${padding}px)`;
}
