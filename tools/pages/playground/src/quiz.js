// Questions that are asked before the run shows the answers.
import {writeText} from '../../report/src/code_text.js';

const element = (id) => document.getElementById(id);

export class Quiz {
  /** `actions`: show(question) shows the run up to a question, or all of it for null; judge(question) asks the engine. */
  constructor(actions) {
    this.actions = actions;
    this.questions = [];
    element('answer').addEventListener('click', () => this.judge());
    element('go-on').addEventListener('click', () => this.goOn());
    element('show-all').addEventListener('click', () => this.end());
  }

  get isAsking() {
    return this.at < this.questions.length;
  }

  begin(questions) {
    this.questions = questions;
    this.at = 0;
    this.right = 0;
    this.ask();
  }

  cancel() {
    this.questions = [];
    element('quiz').hidden = true;
    this.cover(false);
  }

  /** Hides the source, which contains the answers, while a question is open. */
  cover(isCovered) {
    element('editor').hidden = isCovered;
    element('covered').hidden = !isCovered;
  }

  ask() {
    const {ask, at, choices} = this.questions[this.at];
    element('quiz').hidden = false;
    this.cover(true);
    element('quiz-title').textContent = `Question ${this.at + 1} of ${this.questions.length}, at ${at}`;
    writeText(element('question'), ask);
    element('choices').replaceChildren(...choices.map((choice, i) => {
      const label = document.createElement('label');
      const input = Object.assign(document.createElement('input'), {type: 'radio', name: 'choice', value: String(i)});
      const text = document.createElement('span');
      writeText(text, choice);
      label.append(input, text);
      return label;
    }));
    element('judged').textContent = '';
    element('answer').hidden = false;
    element('go-on').hidden = true;
    element('show-all').hidden = false;
  }

  async judge() {
    const chosen = document.querySelector('#choices input:checked');
    if (!chosen) {
      element('judged').textContent = 'Choose an answer first.';
      return;
    }
    const choice = Number(chosen.value);
    const asked = this.questions[this.at];
    element('answer').hidden = true;
    const {right, because} = await this.actions.judge(this.at).catch((error) => this.failed(error));
    if (asked !== this.questions[this.at] || !right) return;
    const isRight = right.length === 1 && right[0] === choice;
    this.right += isRight ? 1 : 0;
    const lines = [isRight ? 'Right. ' : 'No. ', because[choice]];
    if (right.length !== 1) lines.splice(0, 2, 'In this run, none of these answers is correct, or more than one.');
    else if (!isRight) lines.push(` Correct answer: ${asked.choices[right[0]]} ${because[right[0]]}`);
    writeText(element('judged'), lines.join(''));
    for (const input of document.querySelectorAll('#choices input')) input.disabled = true;
    element('go-on').hidden = false;
    element('go-on').focus();
  }

  /** Lets the question be answered again. */
  failed(error) {
    element('judged').textContent = error.message;
    element('answer').hidden = false;
    return {};
  }

  async goOn() {
    this.at += 1;
    if (!this.isAsking) {
      await this.end();
      return;
    }
    const {questions} = this;
    await this.actions.show(this.at);
    if (questions !== this.questions) return;
    this.ask();
    document.querySelector('#choices input').focus();
  }

  async end() {
    const score = this.at > 0 ? `${this.right} of ${this.at} correct.` : '';
    this.cancel();
    await this.actions.show(null, score);
  }
}
