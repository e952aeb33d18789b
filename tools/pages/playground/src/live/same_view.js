// Keeps the user's view when the data are updated.

/** Returns the current view of `viewer`. */
export function viewOf(viewer) {
  const {chart, sections} = viewer;
  const folded = new Map(sections.map(({pod, groups}) => [pod, groups[0].folded]));
  return {folded, window: chart.zoom.window(), top: chart.scroller.node().scrollTop, found: document.getElementById('find').value,
    isFocused: document.activeElement?.id === 'lanes'};
}

export function showAgain(viewer, {folded, window, top, found, isFocused}) {
  const {chart, sections, finding} = viewer;
  for (const {pod, groups} of sections) {
    if (folded.has(pod)) groups[0].folded = folded.get(pod);
  }
  finding.filter(found);
  viewer.found();
  if (window) chart.zoom.show(window);
  chart.scroller.node().scrollTop = top;
  if (isFocused) document.getElementById('lanes').focus({preventScroll: true});
}
