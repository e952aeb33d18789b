// The engine in a thread of its own, as WebAssembly: engine.js of the site.
import start from './podreel.mjs';

const engine = start();

self.addEventListener('message', async ({data: {id, request}}) => {
  try {
    const {stringToNewUTF8, UTF8ToString, _podreel_answer: answer, _free: free} = await engine;
    const text = stringToNewUTF8(request);
    self.postMessage({id, answer: UTF8ToString(answer(text))});
    free(text);
  } catch (error) {
    self.postMessage({id, failure: `the engine failed: ${error.message}`});
  }
});
