// Formatting of counts.

const grouped = new Intl.NumberFormat('en');

/** "60,000" */
export function count(number) {
  return grouped.format(number);
}

/** Formats a mean: "0.4", "12", "1,050"; never "0" for a positive mean. */
export function few(number) {
  if (number > 0 && number < 0.05) return '< 0.1';
  return grouped.format(number < 10 ? +number.toFixed(1) : Math.round(number));
}

/** "1 node", "60,000 nodes" */
export function counted(number, thing) {
  return `${count(number)} ${thing}${number === 1 ? '' : 's'}`;
}

/** Formats a percentage: "2.3 %"; never "0 %" for a positive part, nor "100 %" for an incomplete one. */
export function percent(part, whole) {
  if (part === 0 || whole === 0) return '0 %';
  const hundredths = (part / whole) * 100;
  if (hundredths < 0.1) return '< 0.1 %';
  if (hundredths > 99.9 && part < whole) return '> 99.9 %';
  return `${hundredths < 10 ? +hundredths.toFixed(1) : Math.round(hundredths)} %`;
}
