// A question with its choices, of which one is right.
import {select} from 'd3-selection';
import {writeText} from '../code_text.js';
import {paragraph} from './texts.js';

const element = (id) => document.getElementById(id);

/** Shows the choices; `chosen` is the answer given before, or null. */
export function showChoices({choices}, chosen) {
  element('question').hidden = false;
  element('answer').hidden = chosen !== null;
  const labels = select(element('choices')).selectAll('label').data(choices).join('label');
  labels.selectAll('*').remove();
  labels.append('input').attr('type', 'radio').attr('name', 'choice').attr('value', (_, i) => i)
    .property('checked', (_, i) => i === chosen).property('disabled', chosen !== null);
  labels.append('span').each((choice, i, spans) => writeText(spans[i], choice.answer));
}

/** Returns the index of the chosen answer, or null. */
export function chosenAnswer() {
  const input = document.querySelector('#choices input:checked');
  return input ? Number(input.value) : null;
}

export function choose(index) {
  const input = document.querySelectorAll('#choices input:enabled')[index];
  if (input) input.checked = true;
}

/** Returns what is said about an answer. */
export function judgement({choices, right}, chosen) {
  const isRight = chosen === right;
  const lines = [paragraph(`${isRight ? 'Right.' : 'No.'} ${choices[chosen].because}`, isRight ? 'good' : 'bad')];
  if (!isRight) lines.push(paragraph(`Correct answer: ${choices[right].answer} ${choices[right].because}`));
  return lines;
}
