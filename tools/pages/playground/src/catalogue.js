// Scenarios to begin with.
import {Latest} from './latest.js';

const element = (id) => document.getElementById(id);

export class Catalogue {
  /** `opened(source, theme)` receives the answer of the engine for the chosen scenario. */
  constructor(engine, opened) {
    this.engine = engine;
    this.opened = opened;
    this.choices = new Latest();
    element('theme-of').addEventListener('change', () => this.list());
    element('entry').addEventListener('change', () => this.open());
  }

  async offer(themes) {
    fill(element('theme-of'), themes.map(({name, title}) => [name, title]));
    await this.list();
  }

  async list() {
    const theme = element('theme-of').value;
    const {entries} = await this.engine.ask({ask: 'list', theme});
    if (theme !== element('theme-of').value) return;
    const titles = entries.map(({name, summary}) => [name, summary ? `${name}: ${summary}` : name]);
    fill(element('entry'), [['', 'Choose a scenario'], ...titles]);
  }

  async open() {
    const name = element('entry').value;
    if (name !== '') await this.openEntry(element('theme-of').value, name);
  }

  /** Opens nothing if another one is chosen before the engine has answered. */
  async openEntry(theme, name) {
    const isLatest = this.choices.begin();
    const source = await this.engine.ask({ask: 'source', theme, name});
    if (isLatest()) await this.opened(source, theme, name);
  }
}

export function fill(select, options) {
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
}
