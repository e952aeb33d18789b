// The engine, on a server or in a worker: ask(request) returns the answer of tools/pages/playground/engine.hpp.

/** `kind` is "http" if a podreel serves this page, or "wasm" if the engine runs in a worker. */
export function connect(kind) {
  return kind === 'wasm' ? new EngineInWorker() : new EngineOverHttp();
}

function read(text) {
  const answer = JSON.parse(text);
  if (answer.error) throw new Error(answer.error);
  return answer;
}

class EngineOverHttp {
  #stopped = new AbortController();

  async ask(request) {
    const headers = {'Content-Type': 'application/json'};
    const {signal} = this.#stopped;
    const response = await fetch('/podreel/v1/playground', {method: 'POST', headers, body: JSON.stringify(request), signal});
    if (!response.ok) throw new Error(`podreel answered with status ${response.status}`);
    return read(await response.text());
  }

  /** The scenario to begin with. */
  async beginning() {
    const response = await fetch('/podreel/v1/scenario');
    return response.text();
  }

  /** Rejects all pending requests. */
  stop() {
    this.#stopped.abort(new Error('stopped'));
    this.#stopped = new AbortController();
  }
}

class EngineInWorker {
  #worker = this.#started();
  #waiting = new Map();
  #asked = 0;

  #started() {
    const worker = new Worker('worker.js', {type: 'module'});
    worker.addEventListener('message', ({data}) => this.#receive(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#end(new Error(event.message || 'the engine could not be loaded'));
    });
    return worker;
  }

  #receive({id, answer, failure}) {
    if (failure) return this.#end(new Error(failure));
    this.#waiting.get(id).resolve(answer);
    this.#waiting.delete(id);
  }

  /** Discards a failed worker, whose state is undefined; the next request starts a new one. */
  #end(error) {
    this.#worker.terminate();
    this.#worker = null;
    for (const {reject} of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  async ask(request) {
    const id = ++this.#asked;
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, {resolve, reject}));
    this.#worker ??= this.#started();
    this.#worker.postMessage({id, request: JSON.stringify(request)});
    return read(await answer);
  }

  async beginning() {
    const {text} = await this.ask({ask: 'source', theme: '.', name: 'crash-loop'});
    return text;
  }

  stop() {
    this.#end(new Error('stopped'));
    this.#worker = this.#started();
  }
}
