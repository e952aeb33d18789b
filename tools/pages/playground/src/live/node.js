// The served node: its clock, its history and the actions on it.

export class Node {
  /** Returns the timeline as {elapsed, page}; no `page` if it has not changed since the last call. */
  async look() {
    const {known = '', ...seen} = await this.#ask('page', {query: this.known ? `?known=${this.known}` : ''});
    this.known = known;
    return seen;
  }

  /** Makes the next look() return everything. */
  forget() {
    this.known = undefined;
  }

  clock() {
    return this.#ask('clock', {});
  }

  setSpeed(speed) {
    return this.#ask('clock', {json: {speed}});
  }

  advance(span) {
    return this.#ask('clock', {json: {advance: span}});
  }

  goBack(seconds) {
    return this.#ask('seek', {json: {to: `${seconds}s`}});
  }

  /** Performs a step of a timeline, in YAML. */
  happen(deed) {
    return this.#ask('steps', {yaml: deed});
  }

  async #ask(what, {query = '', json, yaml}) {
    const body = yaml ?? (json && JSON.stringify(json));
    const headers = body === undefined ? {} : {'Content-Type': yaml === undefined ? 'application/json' : 'application/yaml'};
    const response = await fetch(`/podreel/v1/${what}${query}`, {method: body === undefined ? 'GET' : 'POST', headers, body});
    const text = await response.text();
    if (response.ok) return text === '' ? {} : JSON.parse(text);
    throw new Error(messageOf(text) ?? `podreel answered with status ${response.status}`);
  }
}

function messageOf(text) {
  try {
    return JSON.parse(text).message;
  } catch {
    return undefined;
  }
}
