// The engine of a built site in node, as the site's worker has it: start(SITE) is a function from requests to answers.
import {readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

export async function start(site) {
  // It is made for a browser's worker.
  globalThis.self = {location: {href: 'http://site/worker.js'}};
  const {default: load} = await import(pathToFileURL(resolve(site, 'podreel.mjs')));
  const engine = await load({wasmBinary: readFileSync(join(site, 'podreel.wasm'))});
  return (request) => {
    const text = engine.stringToNewUTF8(request);
    const answer = engine.UTF8ToString(engine._podreel_answer(text));
    engine._free(text);
    return answer;
  };
}
