// The node on the air: its clock, its past, and what is done to it.

export class Node {
  /** What has happened, as {elapsed, page}; no `page` if that is as it was when last asked for. */
  async look() {
    const {known = '', ...seen} = await this.#ask('page', {query: this.known ? `?known=${this.known}` : ''});
    this.known = known;
    return seen;
  }

  /** The next look() shows everything again. */
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

  /** A step of a timeline, in YAML. */
  happen(deed) {
    return this.#ask('steps', {yaml: deed});
  }

  async #ask(what, {query = '', json, yaml}) {
    const body = yaml ?? (json && JSON.stringify(json));
    const headers = body === undefined ? {} : {'Content-Type': yaml === undefined ? 'application/json' : 'application/yaml'};
    const response = await fetch(`/podreel/v1/${what}${query}`, {method: body === undefined ? 'GET' : 'POST', headers, body});
    const text = await response.text();
    if (response.ok) return text === '' ? {} : JSON.parse(text);
    throw new Error(messageOf(text) ?? `podreel answers ${response.status}`);
  }
}

function messageOf(text) {
  try {
    return JSON.parse(text).message;
  } catch {
    return undefined;
  }
}
