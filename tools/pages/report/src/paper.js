// Changes for printing.

/** Expands collapsed parts, which cannot be opened on paper. */
export function unfoldToPrint(details) {
  let wasOpen = [];
  window.addEventListener('beforeprint', () => {
    wasOpen = details.map(({open}) => open);
    for (const each of details) each.open = true;
  });
  window.addEventListener('afterprint', () => details.forEach((each, i) => (each.open = wasOpen[i])));
}
