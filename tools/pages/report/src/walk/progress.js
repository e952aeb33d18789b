// What the reader has answered and read, kept in the browser.

const key = 'podreel-walk';
const nothing = () => ({answers: {}, done: {}, attempts: 0, best: null});

export class Progress {
  constructor() {
    this.state = nothing();
    try {
      this.state = {...nothing(), ...JSON.parse(localStorage.getItem(key))};
    } catch {
      // A browser may not keep anything for a page, or something else.
    }
  }

  #keep() {
    try {
      localStorage.setItem(key, JSON.stringify(this.state));
    } catch {
      // The progress then lasts as long as the page.
    }
  }

  /** Returns the chosen answer, or null. */
  answerOf(lesson, question) {
    return this.state.answers[`${lesson.name}/${question}`] ?? null;
  }

  answer(lesson, question, choice) {
    this.state.answers[`${lesson.name}/${question}`] = choice;
    this.#keep();
  }

  isDone(lesson) {
    return this.state.done[lesson.name] === true;
  }

  finish(lesson) {
    this.state.done[lesson.name] = true;
    this.#keep();
  }

  /** Number of finished exams. */
  get attempts() {
    return this.state.attempts;
  }

  /** Most right answers of an exam; null before the first. */
  get best() {
    return this.state.best;
  }

  finishExam(right) {
    this.state.attempts += 1;
    this.state.best = Math.max(this.state.best ?? 0, right);
    this.#keep();
  }

  forget() {
    this.state = nothing();
    this.#keep();
  }
}
