// The screens of a lesson: one record, question or idea each.
import {bisector} from 'd3-array';
import {partOf} from './parts.js';

const byTime = bisector((record) => record.t);
/** A record is like another one if only numbers and pods differ. */
function likeness(record) {
  return `${partOf(record)} ${record.narration.who} ${record.narration.what}`.replace(/\d+/g, '#');
}

/** Returns the records that complete an idea: the last ones that run prints up to its time, which have the same time. */
function evidenceOf(records, {at}) {
  const printed = records.slice(0, byTime.right(records, at)).filter(({narration}) => !narration.detail);
  return printed.filter(({t}) => t === printed.at(-1).t);
}

/**
 * Returns the screens in order: {kind: 'begin' or 'end'}, {kind: 'record', record, folded}, {kind: 'question', question,
 * place, record}, {kind: 'idea', idea, evidence, record}. `record` is the last one so far. Records like earlier ones are folded, unless an idea needs them. A question comes before the records of
 * its instant, an idea after those of its own.
 */
export function screensOf(lesson, hasEveryRecord) {
  const {records} = lesson.page.runs[0];
  const ideas = lesson.ideas.map((idea, place) => {
    const evidence = evidenceOf(records, idea);
    return {kind: 'idea', id: `i${place}`, idea, evidence, record: evidence.at(-1) ?? null};
  });
  const questions = lesson.questions.map((question, place) => ({kind: 'question', id: `q${place}`, question, place}));
  const needed = new Set(ideas.flatMap(({evidence}) => evidence));
  const seen = new Set();
  const screens = [{kind: 'begin', id: 'begin', record: null}];
  let folded = 0;
  const addIdeas = (before) => {
    while (ideas.length > 0 && ideas[0].idea.at < before) screens.push(ideas.shift());
  };
  const addQuestions = (until, record) => {
    while (questions.length > 0 && questions[0].question.at <= until) screens.push({...questions.shift(), record});
  };
  records.forEach((record, index) => {
    const previous = records[index - 1] ?? null;
    addIdeas(Math.min(record.t, questions[0]?.question.at ?? Infinity));
    addQuestions(record.t, previous);
    addIdeas(record.t);
    const like = likeness(record);
    const isKnown = seen.has(like);
    seen.add(like);
    if (!hasEveryRecord && isKnown && !needed.has(record)) {
      folded += 1;
      return;
    }
    screens.push({kind: 'record', id: `r${index}`, record, folded});
    folded = 0;
  });
  const last = records.at(-1) ?? null;
  addQuestions(Infinity, last);
  addIdeas(Infinity);
  screens.push({kind: 'end', id: 'end', record: last, folded});
  return screens;
}

/** Returns the place of a screen by its id; a folded record leads to the next screen. */
export function placeOf(screens, id) {
  const found = screens.findIndex((screen) => screen.id === id);
  if (found >= 0 || !/^r\d+$/.test(id)) return Math.max(found, 0);
  const index = Number(id.slice(1));
  return screens.findIndex(({kind, record}) => kind === 'end' || (kind === 'record' && record.index >= index));
}

/** Returns the reasons of a record: its own, or those of the sync during which it happened. */
export function reasonsOf(records, record) {
  if (!record) return [];
  if (record.explanation) return record.explanation;
  if (!['runtime', 'event'].includes(record.kind)) return [];
  const isSync = (other) => other.kind === 'sync' && other.pod === record.pod;
  const begun = records.slice(0, record.index).findLast(isSync);
  const ended = records.slice(record.index + 1).find(isSync);
  return begun?.op.endsWith('enter') && ended?.explanation ? ended.explanation : [];
}
