// The sections of the chart: the node and every pod, each with one group per run.
import {groupsOf} from './lanes.js';

const manyPods = 5;

/** Returns sections {pod, heading, text, groups}: `pod` is null for the node, `text` is searched, and each group is a run. */
export function sectionsOf(page) {
  const sections = new Map();
  for (const run of page.runs) {
    for (const group of groupsOf(run)) sectionOf(sections, group, page).groups.push(groupOfRun(group, run, page));
  }
  const inOrder = [...sections.values()].sort((a, b) => placeOf(a, page) - placeOf(b, page) || compare(a.pod, b.pod));
  for (const divergence of page.divergences) addDivergence(inOrder, divergence);
  fold(inOrder, page);
  return inOrder;
}

function sectionOf(sections, {pod, title, containers}, page) {
  if (!sections.has(pod)) {
    sections.set(pod, {pod, name: title, heading: page.isSeveral ? title : null, text: '', groups: []});
  }
  const section = sections.get(pod);
  section.text += ` ${[title, ...containers].join(' ')}`.toLowerCase();
  return section;
}

function groupOfRun(group, run, page) {
  return {...group, run, title: page.isSeveral ? run.name : group.title, divergences: []};
}

/** Moves the nodes of several runs, which are similar, below the pods. */
function placeOf({pod}, page) {
  if (pod !== null) return 1;
  return page.isSeveral ? 2 : 0;
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

function addDivergence(sections, divergence) {
  const {line} = divergence;
  for (const group of line ? groupsOfDivergence(sections, divergence) : []) group.divergences.push(line.t);
}

/** Returns the section's groups of both runs, if they have any. */
export function groupsOfDivergence(sections, {left, right, line}) {
  const section = sections.find(({pod}) => (pod ?? '') === line.pod);
  return (section?.groups ?? []).filter(({run}) => run.place === left || run.place === right);
}

/** Returns the earliest difference, if there is one. */
export function firstDivergence(page) {
  return page.divergences.filter(({line}) => line).sort((a, b) => a.line.t - b.line.t)[0];
}

function fold(sections, page) {
  const areMany = sections.length - 1 > manyPods;
  for (const {pod, groups} of sections) {
    for (const group of groups) group.folded = page.isSeveral || (pod !== null && areMany);
  }
  const first = firstDivergence(page);
  for (const group of first ? groupsOfDivergence(sections, first) : []) group.folded = false;
}
