// The engine as WebAssembly answers what podreel answers, byte for byte: same_answers.mjs PODREEL SITE. Every scenario of
// scenarios/ is played; prints how many.
import {execFileSync} from 'node:child_process';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {start} from './wasm_engine.mjs';

const [podreel, site] = process.argv.slice(2);
const browserAnswer = await start(site);
const nativeAnswer = (request) =>
  execFileSync(podreel, ['playground', '--answer'], {input: request, encoding: 'utf8', maxBuffer: 1 << 28}).slice(0, -1);

const files = readdirSync('scenarios', {recursive: true}).map((name) => join('scenarios', name)).filter((name) => name.endsWith('.yaml'));
const texts = files.sort().map((name) => [name, readFileSync(name, 'utf8')]).filter(([, text]) => /^kind: Scenario$/m.test(text));
let [runs, digests, different] = [0, 0, 0];
for (const [name, text] of texts) {
  // A matrix may have more runs than a page shows.
  let request = JSON.stringify({ask: 'play', text});
  let ours = browserAnswer(request);
  if (!JSON.parse(ours).page) {
    request = JSON.stringify({ask: 'play', text, kubelets: ['1.30']});
    ours = browserAnswer(request);
  }
  const {page, problems} = JSON.parse(ours);
  if (!page) console.log(`${name}: not played: ${problems?.[0].message}`);
  else runs += page.runs.length;
  digests += page ? 1 : 0;
  if (nativeAnswer(request) === ours) continue;
  different += 1;
  console.log(`${name}: answers differ`);
}
console.log(`${texts.length} scenarios: ${digests} played, ${runs} runs; ${different} answers differ`);
process.exitCode = different > 0 || digests < texts.length / 2 ? 1 : 0;
