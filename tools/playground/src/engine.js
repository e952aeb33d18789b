// The engine, wherever it runs: ask(request) is what tools/playground/engine.hpp answers.

/** `kind` is "http": a podreel serves this page; or "wasm": the engine is here, in a worker. */
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

class EngineInWorker {
  #waiting = new Map();
  #asked = 0;

  constructor() {
    this.#start();
  }

  #start() {
    this.worker = new Worker('engine.js', {type: 'module'});
    this.worker.addEventListener('message', ({data}) => this.#receive(data));
    this.worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#restart(new Error(event.message || 'the engine cannot be loaded'));
    });
  }

  #receive({id, answer, failure}) {
    const {resolve, reject} = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (failure) this.#restart(new Error(failure), reject);
    else resolve(answer);
  }

  /** What has failed may have left anything behind. */
  #restart(error, ...others) {
    const all = [...this.#waiting.values()].map(({reject}) => reject);
    this.#waiting.clear();
    this.worker.terminate();
    this.#start();
    for (const reject of [...others, ...all]) reject(error);
  }

  async ask(request) {
    const id = ++this.#asked;
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, {resolve, reject}));
    this.worker.postMessage({id, request: JSON.stringify(request)});
    return read(await answer);
  }

  async beginning() {
    const {text} = await this.ask({ask: 'source', theme: '.', name: 'crash-loop'});
    return text;
  }

  stop() {
    this.#restart(new Error('stopped'));
  }
}
