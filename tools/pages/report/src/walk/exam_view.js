// The final exam: one question after another, then the result.
import {writeText} from '../code_text.js';
import {instant} from '../duration.js';
import {counted} from '../numbers.js';
import {showPods} from '../run/pod_table.js';
import {writeAddress} from './address.js';
import {choose, chosenAnswer, judgement, showChoices} from './choices.js';
import {examOf, neededToPass} from './exam.js';
import {paragraph} from './texts.js';

const element = (id) => document.getElementById(id);

export class ExamView {
  /** `actions`: open(number) opens a lesson, changed() is called when an exam is finished. */
  constructor(lessons, picture, progress, actions) {
    this.lessons = lessons;
    this.picture = picture;
    this.progress = progress;
    this.actions = actions;
  }

  begin() {
    this.questions = examOf(this.lessons, this.progress.attempts);
    this.answers = [];
    this.at = 0;
    writeAddress('#part=exam');
    this.show();
  }

  get isOver() {
    return this.at >= this.questions.length;
  }

  show() {
    for (const id of ['play', 'why', 'reasons', 'acting']) element(id).hidden = true;
    element('every').parentElement.hidden = true;
    element('back').disabled = true;
    element('judged').replaceChildren();
    this.picture.show(null, null);
    element('pods-title').parentElement.hidden = this.isOver;
    if (this.isOver) this.showResult();
    else this.ask();
    element('heading').focus({preventScroll: true});
  }

  ask() {
    const {lesson, number, question} = this.questions[this.at];
    element('where').textContent = `Final exam, question ${this.at + 1} of ${this.questions.length}`;
    writeText(element('heading'), question.ask);
    element('text').replaceChildren(...lesson.setup.map((text) => paragraph(text, 'faint')), paragraph(`About lesson ${number}.`, 'faint'));
    showChoices(question, null);
    element('next').textContent = 'Next';
    element('next').disabled = true;
    element('pods-title').textContent = `Pods at ${instant(question.at)}`;
    // The state of the pods just before the instant of the question.
    showPods(element('pods'), lesson.page, question.at - 1e-6, null);
  }

  answer() {
    const chosen = chosenAnswer();
    if (chosen === null) return element('judged').replaceChildren(paragraph('Choose an answer first.'));
    const {question} = this.questions[this.at];
    this.answers.push(chosen);
    showChoices(question, chosen);
    element('judged').replaceChildren(...judgement(question, chosen));
    element('next').disabled = false;
    element('next').focus();
  }

  next() {
    if (this.answers.length <= this.at) return;
    this.at += 1;
    if (this.isOver) {
      this.progress.finishExam(this.right());
      this.actions.changed();
    }
    this.show();
  }

  right() {
    return this.answers.filter((chosen, i) => chosen === this.questions[i].question.right).length;
  }

  showResult() {
    const right = this.right();
    const needed = neededToPass(this.questions.length);
    const isPassed = right >= needed;
    element('question').hidden = true;
    element('where').textContent = 'Final exam, result';
    element('heading').textContent = isPassed ? 'Passed.' : 'Not passed yet.';
    const lines = [paragraph(`${right} of ${counted(this.questions.length, 'answer')} correct; ${needed} are needed.`)];
    const wrong = this.questions.filter(({question}, i) => this.answers[i] !== question.right);
    if (wrong.length > 0) lines.push(paragraph('Read again:'), this.lessonList(wrong));
    lines.push(paragraph('The next attempt asks other questions.', 'faint'));
    element('text').replaceChildren(...lines);
    element('next').disabled = true;
  }

  lessonList(questions) {
    const list = document.createElement('ul');
    list.className = 'results';
    for (const {lesson, number} of questions) {
      const button = Object.assign(document.createElement('button'), {type: 'button', textContent: `Lesson ${number}: ${lesson.title}`, className: 'plain'});
      button.addEventListener('click', () => this.actions.open(number));
      const item = document.createElement('li');
      item.append(button);
      list.append(item);
    }
    return list;
  }

  keys() {
    const choices = Object.fromEntries([1, 2, 3, 4].map((key) => [key, () => choose(key - 1)]));
    return {...choices, ArrowRight: () => this.next(), ArrowLeft: () => {}, p: () => {}, w: () => {}};
  }
}
