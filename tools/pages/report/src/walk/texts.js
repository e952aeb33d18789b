// The texts of a screen, as elements.
import {create} from 'd3-selection';
import {writeText} from '../code_text.js';
import {instant} from '../duration.js';
import {counted} from '../numbers.js';

export function paragraph(text, look = null) {
  const element = create('p').attr('class', look).node();
  writeText(element, text);
  return element;
}

function foldedText(folded) {
  return folded === 0 ? [] : [paragraph(`${counted(folded, 'record')} like earlier ones ${folded === 1 ? 'is' : 'are'} not shown.`, 'faint')];
}

const headings = {
  begin: (_, lesson) => lesson.title,
  record: ({record}) => `${record.narration.who}: ${record.narration.what}`,
  question: ({question}) => question.ask,
  idea: () => 'What the run shows',
  end: () => 'The end of the lesson',
};

export function headingOf(screen, lesson) {
  return headings[screen.kind](screen, lesson);
}

const texts = {
  begin: (_, lesson) => lesson.setup.map((text) => paragraph(text)),
  record: ({record, folded}) => [
    ...(record.narration.why ? [paragraph(record.narration.why)] : []),
    ...(record.pod ? [paragraph(record.pod, 'where')] : []),
    ...foldedText(folded),
  ],
  question: () => [],
  idea: ({idea}) => [paragraph(idea.text, 'idea')],
  end: ({folded}, lesson) => [...foldedText(folded), ...lesson.exercise.map((text) => paragraph(text))],
};

export function textOf(screen, lesson) {
  return texts[screen.kind](screen, lesson);
}

/** Returns the instant of a screen: that of its question or idea, otherwise of its record. */
export function timeOf({kind, question, idea, record}) {
  if (kind === 'question') return question.at;
  return kind === 'idea' ? Math.max(idea.at, record?.t ?? 0) : record?.t ?? 0;
}

export function whereOf(screen, lesson, number, place, count) {
  return `Lesson ${number}, screen ${place + 1} of ${count}, at ${instant(timeOf(screen))}, kubelet ${lesson.page.runs[0].kubelet}`;
}
