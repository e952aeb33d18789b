// Search for pods by name, and collapsing of pods.
import {counted} from '../numbers.js';

const fewPods = 2;
const element = (id) => document.getElementById(id);

export class Finding {
  /** `changed` is called when sections were collapsed, expanded, hidden or found, until `signal` is aborted. */
  constructor(sections, changed, signal) {
    this.sections = sections.filter(({pod}) => pod !== null);
    this.changed = changed;
    element('finding').hidden = this.sections.length <= fewPods;
    element('find').addEventListener('input', () => {
      this.filter(element('find').value);
      changed();
    }, {signal});
    element('fold').addEventListener('click', () => this.fold(true), {signal});
    element('unfold').addEventListener('click', () => this.fold(false), {signal});
    this.filter('');
  }

  /** Returns the pods whose names, namespaces and containers contain all the words. */
  filter(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    for (const section of this.sections) section.isHidden = !words.every((word) => section.text.includes(word));
    const found = this.sections.filter(({isHidden}) => !isHidden);
    this.found = words.length > 0 ? new Set(found.map(({pod}) => pod)) : null;
    const all = counted(this.sections.length, 'pod');
    element('found').textContent = this.found ? `${found.length} of ${all}` : all;
  }

  fold(isFolded) {
    for (const {groups} of this.sections) {
      for (const group of groups) group.folded = isFolded;
    }
    this.changed();
  }
}
