// The exercise of a lesson: the engine judges the scenario in the editor.
import {writeText} from '../../report/src/code_text.js';
import {counted} from '../../report/src/numbers.js';
import {Latest} from './latest.js';

const element = (id) => document.getElementById(id);

export class Exercise {
  /** `request()` returns the scenario and its settings for the engine. */
  constructor(engine, request) {
    this.engine = engine;
    this.request = request;
    this.verdicts = new Latest();
    this.lesson = '';
    element('solve').addEventListener('click', () => this.solve());
  }

  /** Shows the task of a lesson; none if `task` is missing. */
  offer(lesson, task) {
    this.lesson = task ? lesson : '';
    element('exercise').hidden = !task;
    writeText(element('task'), task ?? '');
    this.withdraw();
  }

  /** Takes the verdict back: it was about another text. */
  withdraw() {
    this.verdicts.begin();
    element('exercise').classList.remove('solved');
    this.say('', []);
  }

  /** Offers the exercise of a lesson named by a link; '' is none. */
  async resume(lesson) {
    if (lesson === '') return this.offer('', undefined);
    const {exercise} = await this.engine.ask({ask: 'source', theme: 'lessons', name: lesson});
    return this.offer(lesson, exercise);
  }

  say(verdict, missing) {
    element('verdict').textContent = verdict;
    element('missing').textContent = missing.join('\n');
    element('missing').hidden = missing.length === 0;
  }

  async solve() {
    const {text, seed, kubelets} = this.request();
    this.withdraw();
    const isLatest = this.verdicts.current();
    try {
      const {problems, all, held, unmet} = await this.engine.ask({ask: 'solve', text, seed, kubelets, name: this.lesson});
      if (!isLatest()) return undefined;
      if (problems.length > 0) return this.say(`The scenario has ${counted(problems.length, 'problem')}.`, []);
      const isSolved = held === all;
      element('exercise').classList.toggle('solved', isSolved);
      return this.say(`${isSolved ? 'Solved' : 'Not solved yet'}: ${held} of ${counted(all, 'expectation')} held.`, unmet);
    } catch (error) {
      return isLatest() ? this.say(error.message, []) : undefined;
    }
  }
}
