// The engine as WebAssembly, in a worker. The page's policy applies to imports at start, the worker's policy to later ones.
const engine = import('./podreel.mjs').then(({default: start}) => start());

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
