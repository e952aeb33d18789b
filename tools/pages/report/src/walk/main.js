// The guided walk: lessons and the final exam on one page.
import {listenToKeys} from '../keys.js';
import {pageText} from '../run/page_text.js';
import {readPage} from '../run/run.js';
import {addThemeButton} from '../theme.js';
import {readAddress} from './address.js';
import {ExamView} from './exam_view.js';
import {LessonView} from './lesson_view.js';
import {Picture} from './picture.js';
import {Progress} from './progress.js';

const element = (id) => document.getElementById(id);

class Walk {
  constructor(course) {
    for (const {page} of course.lessons) readPage(page);
    this.course = course;
    this.progress = new Progress();
    const picture = new Picture(element('picture'));
    const changed = () => this.showProgress();
    const open = (number, screen = 'begin') => this.open(number, screen);
    this.lesson = new LessonView(course, picture, this.progress, {open, examine: () => this.examine(), changed});
    this.exam = new ExamView(course.lessons, picture, this.progress, {open, changed});
    this.view = this.lesson;
    this.listen();
    this.showProgress();
    this.follow();
    element('walk').hidden = false;
  }

  listen() {
    const manual = (action) => () => {
      this.lesson.pause();
      action();
    };
    element('next').addEventListener('click', manual(() => this.view.next()));
    element('back').addEventListener('click', manual(() => this.lesson.back()));
    element('play').addEventListener('click', () => this.lesson.play());
    element('why').addEventListener('click', () => this.lesson.toggleReasons());
    element('every').addEventListener('change', manual(() => this.lesson.arrange(this.lesson.screen.id)));
    element('exam').addEventListener('click', () => this.examine());
    element('lesson').addEventListener('change', () => this.open(Number(element('lesson').value), 'begin'));
    element('share').addEventListener('click', () => this.share());
    element('forget').addEventListener('click', () => this.forget());
    element('question').addEventListener('submit', (event) => {
      event.preventDefault();
      this.view.answer();
    });
    window.addEventListener('hashchange', () => this.follow());
    listenToKeys(Object.fromEntries(['ArrowLeft', 'ArrowRight', 'p', 'w', '1', '2', '3', '4'].map((key) => [key, () => this.view.keys()[key]()])));
  }

  follow() {
    const address = readAddress(this.course.lessons);
    if (address.exam) this.examine();
    else this.open(address.number, address.screen);
  }

  open(number, screen) {
    this.view = this.lesson;
    this.lesson.open(number, screen);
    element('lesson').value = String(number);
  }

  examine() {
    this.lesson.pause();
    this.view = this.exam;
    this.exam.begin();
  }

  showProgress() {
    const {lessons} = this.course;
    const options = lessons.map((lesson, i) => new Option(`${this.progress.isDone(lesson) ? '\u2713 ' : ''}${i + 1}. ${lesson.title}`, String(i + 1)));
    const chosen = element('lesson').value;
    element('lesson').replaceChildren(...options);
    if (chosen) element('lesson').value = chosen;
    const done = lessons.filter((lesson) => this.progress.isDone(lesson)).length;
    const best = this.progress.best === null ? '' : `, best exam: ${this.progress.best} correct`;
    element('progress').textContent = `${done} of ${lessons.length} lessons done${best}`;
  }

  forget() {
    this.progress.forget();
    this.showProgress();
    this.open(1, 'begin');
  }

  async share() {
    try {
      await navigator.clipboard.writeText(location.href);
      element('share').textContent = 'Copied';
    } catch {
      element('share').textContent = 'It is in the address bar';
    }
  }
}

addThemeButton(element('theme'));
pageText(element('podreel-data')).then((text) => new Walk(JSON.parse(text)));
