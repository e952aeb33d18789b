// A lesson, screen by screen.
import {select} from 'd3-selection';
import {writeText} from '../code_text.js';
import {instant} from '../duration.js';
import {showPods} from '../run/pod_table.js';
import {reasonList, recordLine} from '../run/words.js';
import {writeAddress} from './address.js';
import {choose, chosenAnswer, judgement, showChoices} from './choices.js';
import {connectionOf, partOf, parts} from './parts.js';
import {placeOf, reasonsOf, screensOf} from './screens.js';
import {headingOf, paragraph, textOf, timeOf, whereOf} from './texts.js';

const element = (id) => document.getElementById(id);
const readingMilliseconds = {begin: 7000, record: 1800, idea: 7000};

export class LessonView {
  /** `actions`: open(number) opens a lesson, examine() begins the exam, changed() is called when a lesson is finished. */
  constructor(course, picture, progress, actions) {
    this.course = course;
    this.picture = picture;
    this.progress = progress;
    this.actions = actions;
    this.timer = null;
  }

  /** Shows the screen with that id; a number counts from 1. */
  open(number, id) {
    this.pause();
    this.number = number;
    this.lesson = this.course.lessons[number - 1];
    this.arrange(id);
  }

  arrange(id) {
    this.screens = screensOf(this.lesson, element('every').checked);
    this.place = placeOf(this.screens, id);
    this.show();
  }

  get screen() {
    return this.screens[this.place];
  }

  get answered() {
    return this.screen.kind === 'question' ? this.progress.answerOf(this.lesson, this.screen.place) : null;
  }

  show() {
    const {screen, lesson} = this;
    for (const id of ['play', 'why', 'acting']) element(id).hidden = false;
    element('every').parentElement.hidden = false;
    element('where').textContent = whereOf(screen, lesson, this.number, this.place, this.screens.length);
    writeText(element('heading'), headingOf(screen, lesson));
    element('text').replaceChildren(...textOf(screen, lesson));
    element('judged').replaceChildren();
    element('question').hidden = true;
    if (screen.kind === 'question') this.ask();
    if (screen.kind === 'end') this.finish();
    this.showPart();
    this.showPods();
    this.foldReasons();
    element('back').disabled = this.place === 0 && this.number === 1;
    this.nameNext();
    writeAddress(`#lesson=${this.number}&screen=${screen.id}`);
  }

  showPart() {
    const {kind, record} = this.screen;
    const isActing = kind === 'record';
    this.picture.show(isActing ? partOf(record) : null, isActing ? connectionOf(record) : null);
    const part = isActing ? parts[partOf(record)] : null;
    element('acting').textContent = part ? `${part.name}: ${part.text}.` : '';
  }

  showPods() {
    const {kind, record} = this.screen;
    // A question is asked before the records of its instant.
    const time = kind === 'question' ? Math.max(record?.t ?? -1, timeOf(this.screen) - 1e-6) : kind === 'begin' ? -1 : timeOf(this.screen);
    element('pods-title').parentElement.hidden = false;
    element('pods-title').textContent = `Pods at ${instant(Math.max(time, 0))}`;
    showPods(element('pods'), this.lesson.page, time, null);
  }

  nameNext() {
    const isLast = this.screen.kind === 'end' && this.number === this.course.lessons.length;
    const names = {end: isLast ? 'Final exam' : 'Next lesson', question: this.answered === null ? 'Skip' : 'Next'};
    element('next').disabled = false;
    element('next').textContent = names[this.screen.kind] ?? 'Next';
  }

  ask() {
    const {question} = this.screen;
    const chosen = this.answered;
    showChoices(question, chosen);
    if (chosen !== null) element('judged').replaceChildren(...judgement(question, chosen));
  }

  answer() {
    const chosen = chosenAnswer();
    if (chosen === null) return element('judged').replaceChildren(paragraph('Choose an answer first.'));
    this.progress.answer(this.lesson, this.screen.place, chosen);
    this.show();
    element('next').focus();
  }

  finish() {
    this.pause();
    const {playground} = this.course;
    this.progress.finish(this.lesson);
    this.actions.changed();
    const file = `podreel lesson ${this.number}`;
    if (playground) {
      const link = Object.assign(document.createElement('a'), {href: `${playground}#open=lessons/${this.lesson.name}`, textContent: 'Open it in the playground'});
      const line = paragraph('');
      line.append(link, this.lesson.isJudged ? ', which judges your solution.' : ', and change it.');
      element('text').append(line);
    } else {
      element('text').append(paragraph(`\`${file} --source\` prints the scenario.${this.lesson.isJudged ? ` \`${file} --check FILE\` judges your solution.` : ''}`));
    }
  }

  foldReasons() {
    element('reasons').hidden = true;
    element('why').setAttribute('aria-expanded', 'false');
    element('why').disabled = this.reasons().length === 0;
  }

  /** Returns elements that explain the screen; none if the run has no reasons for it. */
  reasons() {
    const {kind, record, question, evidence} = this.screen;
    if (kind === 'question') {
      if (this.answered === null) return [];
      return question.choices.map(({answer, because}) => paragraph(`${answer} ${because}`));
    }
    if (kind !== 'record' && kind !== 'idea') return [];
    const reasons = reasonsOf(this.lesson.page.runs[0].records, record);
    const list = reasons.length > 0 ? [reasonList(reasons)] : [];
    if (kind === 'record' || !record) return list;
    return [paragraph(`The run shows it at ${instant(record.t)}:`), ...evidence.map(recordLine), ...list];
  }

  toggleReasons() {
    if (element('why').disabled) return;
    const isShown = element('reasons').hidden;
    element('reasons').hidden = !isShown;
    element('why').setAttribute('aria-expanded', String(isShown));
    element('reasons').replaceChildren(...(isShown ? this.reasons() : []));
    if (isShown) this.pause();
  }

  next() {
    if (this.screen.kind !== 'end') return this.moveTo(this.place + 1);
    if (this.number < this.course.lessons.length) return this.actions.open(this.number + 1);
    return this.actions.examine();
  }

  back() {
    if (this.place > 0) return this.moveTo(this.place - 1);
    return this.number > 1 ? this.actions.open(this.number - 1, 'end') : undefined;
  }

  moveTo(place) {
    this.place = place;
    this.show();
  }

  /** Whether a screen waits for the reader: a question that is not answered, or the end of the lesson. */
  get isWaiting() {
    return this.screen.kind === 'end' || (this.screen.kind === 'question' && this.answered === null);
  }

  /** Shows one screen after another, up to one that waits for the reader. */
  play() {
    if (this.timer) return this.pause();
    if (this.isWaiting) this.next();
    element('play').textContent = 'Pause';
    return this.goOn();
  }

  goOn() {
    if (this.isWaiting) return this.pause();
    this.timer = setTimeout(() => {
      this.next();
      this.goOn();
    }, readingMilliseconds[this.screen.kind] ?? readingMilliseconds.record);
    return undefined;
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    select(element('play')).text('Play');
  }

  keys() {
    const choices = Object.fromEntries([1, 2, 3, 4].map((key) => [key, () => choose(key - 1)]));
    const manual = (action) => () => {
      this.pause();
      action();
    };
    return {...choices, ArrowRight: manual(() => this.next()), ArrowLeft: manual(() => this.back()), p: () => this.play(), w: () => this.toggleReasons()};
  }
}
