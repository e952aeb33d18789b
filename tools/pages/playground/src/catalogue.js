// Scenarios to begin with.

const element = (id) => document.getElementById(id);

export class Catalogue {
  /** `opened(source, theme)` receives the answer of the engine for the chosen scenario. */
  constructor(engine, opened) {
    this.engine = engine;
    this.opened = opened;
    element('theme-of').addEventListener('change', () => this.list());
    element('entry').addEventListener('change', () => this.open());
  }

  async offer(themes) {
    fill(element('theme-of'), themes.map(({name, title}) => [name, title]));
    await this.list();
  }

  async list() {
    const {entries} = await this.engine.ask({ask: 'list', theme: element('theme-of').value});
    const titles = entries.map(({name, summary}) => [name, summary ? `${name}: ${summary}` : name]);
    fill(element('entry'), [['', 'Choose a scenario'], ...titles]);
  }

  async open() {
    const name = element('entry').value;
    if (name !== '') await this.openEntry(element('theme-of').value, name);
  }

  async openEntry(theme, name) {
    await this.opened(await this.engine.ask({ask: 'source', theme, name}), theme, name);
  }
}

export function fill(select, options) {
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
}
