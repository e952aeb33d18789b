// Assembles the playground: the editor, the engine and the viewer.
import {counted} from '../../report/src/numbers.js';
import {unfoldToPrint} from '../../report/src/paper.js';
import {showHead} from '../../report/src/run/head.js';
import {showLegend} from '../../report/src/run/legend.js';
import {readPage} from '../../report/src/run/run.js';
import {Viewer} from '../../report/src/run/viewer.js';
import {addThemeButton} from '../../report/src/theme.js';
import {Catalogue, fill} from './catalogue.js';
import {saveText} from './download.js';
import {Editor} from './editor.js';
import {connect} from './engine.js';
import {Exercise} from './exercise.js';
import {Faults} from './faults.js';
import {insertionOf} from './insertion.js';
import {Latest} from './latest.js';
import {isPastedOutput} from './pasted_output.js';
import {fragment, packed, readEntry, readFragment} from './link.js';
import {Playback} from './playback.js';
import {Quiz} from './quiz.js';
import {Schema} from './schema.js';

const checkMilliseconds = 300;
const addressMilliseconds = 250;
const slowMilliseconds = 700;
const element = (id) => document.getElementById(id);

class Playground {
  constructor() {
    this.engine = connect(document.documentElement.dataset.engine);
    this.editor = new Editor(element('editor'), {changed: () => this.edited(), run: () => this.start()});
    this.playback = new Playback((text) => this.showStatus(text));
    this.catalogue = new Catalogue(this.engine, (source, theme, name) => this.openEntry(source, theme, name));
    this.quiz = new Quiz({
      show: (question, score) => this.run({question, score}),
      judge: (question) => this.engine.ask({ask: 'judge', ...this.request(), until: undefined, question}),
    });
    this.exercise = new Exercise(this.engine, () => this.request());
    this.faults = new Faults({
      label: (time) => `Perform it at ${time}`,
      happen: (time, deed) => this.insert(time, deed),
    });
    this.place = null;
    this.runs = new Latest();
    this.listen();
  }

  listen() {
    element('go').addEventListener('click', () => this.startAndScroll());
    element('stop').addEventListener('click', () => this.engine.stop());
    for (const id of ['kubelet', 'beside']) element(id).addEventListener('change', () => this.startAnew());
    for (const id of ['until', 'seed']) element(id).addEventListener('keydown', (event) => event.key === 'Enter' && this.start());
    element('save-paste').addEventListener('click', () => saveText('incident.txt', this.editor.text));
    element('download').addEventListener('click', () => saveText('scenario.yaml', this.editor.text));
    element('share').addEventListener('click', () => this.share());
    window.addEventListener('hashchange', () => location.hash !== this.written && this.openLink());
  }

  async begin() {
    const {version, releases, release, themes, schema} = await this.engine.ask({ask: 'about'});
    this.schema = new Schema(schema);
    this.editor.schema = this.schema;
    element('version').textContent = version;
    const newestFirst = releases.toReversed().map((each) => [each, each]);
    fill(element('kubelet'), [['', `as in the scenario (default ${release})`], ...newestFirst]);
    fill(element('beside'), [['', 'none'], ...newestFirst]);
    this.faults.offer(this.schema.actions());
    if (!await this.openLink()) await this.open(await this.engine.beginning(), '.');
    await this.catalogue.offer(themes);
  }

  showStatus(text, isBad = false) {
    element('status').textContent = text;
    element('status').classList.toggle('bad', isBad);
  }

  /** Whether the address holds a scenario. */
  async openLink() {
    try {
      const entry = readEntry(location.hash);
      if (entry) {
        await this.catalogue.openEntry(entry.theme, entry.name);
        return true;
      }
      const link = await readFragment(location.hash);
      if (!link) return false;
      const {kubelets, until, seed} = link.settings;
      [element('kubelet').value, element('beside').value = ''] = kubelets.split(',');
      element('until').value = until;
      element('seed').value = seed;
      this.place = link.place;
      this.editor.text = link.text;
      await this.exercise.resume(link.settings.lesson);
      await this.start();
      return true;
    } catch (error) {
      this.showStatus(error.message, true);
      return false;
    }
  }

  async openEntry({text, exercise}, theme, name) {
    this.exercise.offer(theme === 'lessons' ? name : '', exercise);
    await this.open(text, theme);
  }

  async open(text, theme) {
    for (const id of ['kubelet', 'beside', 'until', 'seed']) element(id).value = '';
    this.place = null;
    this.editor.text = text;
    await this.start(theme === 'lessons');
  }

  edited() {
    this.quiz.cancel();
    this.exercise.withdraw();
    clearTimeout(this.checking);
    this.checking = setTimeout(() => this.check(), checkMilliseconds);
    this.markStale();
  }

  async check() {
    const {text} = this.editor;
    // A run that began meanwhile shows its own problems.
    const isLatest = this.runs.current();
    const isLate = () => !isLatest() || text !== this.editor.text;
    try {
      const found = await this.engine.ask({ask: 'check', text});
      if (isLate()) return;
      this.showProblems(found);
      if (found.problems.length === 0) this.showStatus('edited after the run; press Ctrl-Enter to run again');
    } catch (error) {
      if (!isLate()) this.showStatus(error.message, true);
    }
  }

  showProblems({problems, warnings}) {
    this.editor.show(problems, warnings);
    const item = (problem, look) => {
      const line = document.createElement('li');
      line.className = look;
      if (problem.line > 0) {
        const button = Object.assign(document.createElement('button'), {type: 'button', textContent: `${problem.line}:${problem.column}`});
        button.setAttribute('aria-label', `Go to line ${problem.line}`);
        button.addEventListener('click', () => this.editor.goTo(problem));
        line.append(button, ' ');
      }
      line.append(`${problem.path}${problem.path && ': '}${problem.message}`);
      return line;
    };
    element('paste').hidden = problems.length === 0 || !isPastedOutput(this.editor.text);
    element('problems').replaceChildren(...problems.map((each) => item(each, 'problem')), ...warnings.map((each) => item(each, 'warning')));
    if (problems.length > 0) this.showStatus(counted(problems.length, 'problem'), true);
  }

  settings() {
    const [first, second] = [element('kubelet').value, element('beside').value];
    return {kubelets: second ? `${first},${second}` : first, until: element('until').value.trim(), seed: element('seed').value.trim(), lesson: this.exercise.lesson};
  }

  request() {
    const {kubelets, until, seed} = this.settings();
    const request = {text: this.editor.text, kubelets: kubelets === '' ? [] : kubelets.split(',')};
    if (until) request.until = until;
    if (seed) request.seed = /^\d+$/.test(seed) ? Number(seed) : seed;
    return request;
  }

  /** Runs from the beginning, with questions if the scenario has any and `asks`. */
  async start(asks = false) {
    this.quiz.cancel();
    await this.run({question: asks ? 0 : null, asks});
  }

  /** Runs for a press of the button. On a narrow screen, the run is below the editor. */
  async startAndScroll() {
    await this.start();
    if (matchMedia('(max-width: 1000px)').matches && !element('shown').hidden) element('shown').scrollIntoView();
  }

  /** Moves to the first difference of the runs. */
  startAnew() {
    this.place = null;
    return this.start();
  }

  async run({question, asks = false, score = ''}) {
    const isLatest = this.runs.begin();
    const {text} = this.editor;
    clearTimeout(this.checking);
    const slow = setTimeout(() => {
      element('stop').hidden = false;
      this.showStatus('running\u2026');
    }, slowMilliseconds);
    const ended = () => {
      clearTimeout(slow);
      if (isLatest()) element('stop').hidden = true;
    };
    try {
      const answer = await this.answerOf(question, asks).finally(ended);
      if (isLatest()) await this.show(answer, {text, asks, score});
    } catch (error) {
      if (isLatest()) this.showStatus(error.message, true);
    }
  }

  /** Shows a scenario without questions completely. */
  async answerOf(question, asks) {
    const request = {ask: 'play', ...this.request()};
    if (question === null) return this.engine.ask(request);
    if (!asks) return this.engine.ask({...request, question});
    const whole = await this.engine.ask(request);
    return whole.questions?.length > 0 ? this.engine.ask({...request, question}) : whole;
  }

  /** Shows the answer for `text`, which may have been edited meanwhile. */
  async show(answer, {text, asks, score}) {
    const isCurrent = text === this.editor.text;
    if (isCurrent) this.showProblems(answer);
    if (!answer.page) return this.markStale();
    const data = readPage(answer.page);
    // A part of a run ends at the instant of its question.
    const isPart = answer.expectations === undefined;
    if (isPart) this.place = null;
    this.showRun(data, isPart ? data.lengthSeconds : 0);
    this.showExpectations(answer.expectations);
    if (asks && answer.questions.length > 0) this.quiz.begin(answer.questions);
    // Expectations of the whole run would reveal the answers, and the shown part is not a complete run.
    element('more').hidden ||= isPart;
    for (const id of ['command', 'facts']) element(id).hidden = isPart;
    const records = data.runs.map((run) => counted(run.records.length, 'record')).join(' and ');
    this.showStatus(`${data.title}: ${records}${score ? `. ${score}` : ''}`);
    if (!isCurrent) this.markStale();
    this.link = await packed(text);
    this.remember();
  }

  /** Shows that the run is not that of the scenario in the editor. */
  markStale() {
    if (!this.viewer) return;
    element('shown').classList.add('old');
    element('stale').hidden = false;
  }

  /** `beginsAt` is the cursor's time, unless the address has one or two runs differ. */
  showRun(data, beginsAt) {
    this.shown?.abort();
    this.shown = new AbortController();
    for (const id of ['facts', 'command', 'runs', 'divergences', 'chart', 'pods', 'record', 'records']) element(id).textContent = '';
    for (const id of ['runs-part', 'divergences-part', 'which']) element(id).hidden = true;
    element('shown').hidden = false;
    element('shown').classList.remove('old');
    element('stale').hidden = true;
    showHead(data);
    this.viewer = null;
    this.viewer = new Viewer(data, {beginsAt, read: () => this.place, write: (time, run) => this.moved(data, time, run)}, this.shown.signal);
    this.playback.watch(this.viewer);
    this.faults.watch(this.viewer.run, this.viewer.time);
  }

  showExpectations(found) {
    const {all = 0, held = 0, unmet = []} = found ?? {};
    element('expectations').hidden = all === 0;
    element('expectations').classList.toggle('bad', held < all);
    element('held').textContent = `${held} of ${counted(all, 'expectation')} held`;
    element('unmet').textContent = unmet.length > 0 ? unmet.join('\n') : 'All expectations held.';
  }

  moved(data, time, run) {
    this.place = {time, run: run ?? 0};
    this.remember();
    if (!this.viewer) return;
    this.playback.moved(time, element('now').textContent);
    this.faults.watch(this.viewer.run, time);
  }

  /** Inserts a step into the scenario, and replays the run. */
  insert(time, deed) {
    try {
      this.editor.insert(insertionOf(this.editor.text, time, deed));
    } catch (error) {
      return this.showStatus(error.message, true);
    }
    return this.run({question: null});
  }

  /** Updates the address some time after the last change, because browsers limit the number of updates. */
  remember() {
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => {
      if (this.link === undefined) return;
      this.written = fragment(this.link, this.settings(), this.place);
      history.replaceState(null, '', this.written);
    }, addressMilliseconds);
  }

  async share() {
    this.written = fragment(await packed(this.editor.text), this.settings(), this.place);
    history.replaceState(null, '', this.written);
    try {
      await navigator.clipboard.writeText(location.href);
      this.showStatus('link copied; it holds the whole scenario');
    } catch {
      this.showStatus('the link is in the address bar; it holds the whole scenario');
    }
  }
}

addThemeButton(element('theme'));
showLegend(element('legend'), true);
unfoldToPrint([element('more'), element('legend')]);
new Playground().begin().catch((error) => {
  element('status').textContent = `the engine did not answer: ${error.message}`;
  element('status').classList.add('bad');
});
