// Scenarios to begin with.

const element = (id) => document.getElementById(id);

export class Catalogue {
  /** `opened(text, theme)` receives the chosen scenario. */
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
    const theme = element('theme-of').value;
    const name = element('entry').value;
    if (name === '') return;
    const {text} = await this.engine.ask({ask: 'source', theme, name});
    this.opened(text, theme);
  }
}

export function fill(select, options) {
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
}
