// The engine, in the podreel that serves this page: ask(request) is what tools/playground/engine.hpp answers.

function read(text) {
  const answer = JSON.parse(text);
  if (answer.error) throw new Error(answer.error);
  return answer;
}

export class Engine {
  #stopped = new AbortController();

  async ask(request) {
    const headers = {'Content-Type': 'application/json'};
    const {signal} = this.#stopped;
    const response = await fetch('/podreel/v1/playground', {method: 'POST', headers, body: JSON.stringify(request), signal});
    if (!response.ok) throw new Error(`podreel answers ${response.status}`);
    return read(await response.text());
  }

  /** The scenario to begin with. */
  async beginning() {
    const response = await fetch('/podreel/v1/scenario');
    return response.text();
  }

  /** Whoever waits is told so. */
  stop() {
    this.#stopped.abort(new Error('stopped'));
    this.#stopped = new AbortController();
  }
}
