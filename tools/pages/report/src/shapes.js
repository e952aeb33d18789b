// Shapes of marks, centred at their points.

export const shapes = {
  circle: 'M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0',
  diamond: 'M0,-5L5,0L0,5L-5,0Z',
  triangle: 'M0,-5.5L5.5,4.5L-5.5,4.5Z',
  square: 'M-4,-4H4V4H-4Z',
  cross: 'M-4,-5L0,-1L4,-5L5,-4L1,0L5,4L4,5L0,1L-4,5L-5,4L-1,0L-5,-4Z',
  back: 'M-5,0L4.5,-5.5V5.5Z',
  exit: 'M-2,-7H2V7H-2Z',
};

const letterWidth = 6.3;

/** Truncates a text to the available width. */
export function shortened(text, width) {
  const letters = Math.floor(width / letterWidth);
  if (letters >= text.length) return text;
  return letters < 4 ? '' : `${text.slice(0, letters - 1)}\u2026`;
}
