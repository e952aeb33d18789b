// The sections of the chart: the node and every pod, each with one group per run.
import {groupsOf} from './lanes.js';

const manyPods = 5;

/** Returns sections {pod, heading, text, groups}: `pod` is null for the node, `text` is searched, and each group is a run. */
export function sectionsOf(page) {
  const sections = new Map();
  for (const run of page.runs) {
    for (const group of groupsOf(run)) sectionOf(sections, group, page).groups.push(toldOfRun(group, run, page));
  }
  const inOrder = [...sections.values()].sort((a, b) => placeOf(a, page) - placeOf(b, page) || compare(a.pod, b.pod));
  for (const parting of page.partings) addParting(inOrder, parting);
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

function toldOfRun(group, run, page) {
  return {...group, run, title: page.isSeveral ? run.name : group.title, partings: []};
}

/** Moves the nodes of several runs, which are similar, below the pods. */
function placeOf({pod}, page) {
  if (pod !== null) return 1;
  return page.isSeveral ? 2 : 0;
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

function addParting(sections, {left, right, parting}) {
  for (const group of parting ? groupsOfParting(sections, {left, right, parting}) : []) group.partings.push(parting.t);
}

/** Returns the section's groups of both runs, if they have any. */
export function groupsOfParting(sections, {left, right, parting}) {
  const section = sections.find(({pod}) => (pod ?? '') === parting.pod);
  return (section?.groups ?? []).filter(({run}) => run.place === left || run.place === right);
}

/** Returns the earliest difference, if there is one. */
export function firstParting(page) {
  return page.partings.filter(({parting}) => parting).sort((a, b) => a.parting.t - b.parting.t)[0];
}

function fold(sections, page) {
  const areMany = sections.length - 1 > manyPods;
  for (const {pod, groups} of sections) {
    for (const group of groups) group.folded = page.isSeveral || (pod !== null && areMany);
  }
  const first = firstParting(page);
  for (const group of first ? groupsOfParting(sections, first) : []) group.folded = false;
}
