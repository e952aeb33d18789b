// How fast the engine is as WebAssembly and as podreel: speed.mjs PODREEL SITE. Sixteen hours of a pod that crashes, written as a
// page; the best of three. No test: figures are of the machine.
import {execFileSync} from 'node:child_process';
import {start} from './wasm_engine.mjs';

const [podreel, site] = process.argv.slice(2);
const hours = 16;
const text = `apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: crashes}
spec:
  duration: ${hours}h
  runtime:
    pods: [{name: web, containers: [{name: app, runs: [{for: 5s, exitCode: 1}]}]}]
  timeline:
    - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: nginx}]}}}
`;
const request = JSON.stringify({ask: 'play', text});
const inBrowser = await start(site);
const native = (input) => execFileSync(podreel, ['playground', '--answer'], {input, maxBuffer: 1 << 28});

function best(run) {
  const times = Array.from({length: 3}, () => {
    const began = performance.now();
    run();
    return performance.now() - began;
  });
  return Math.min(...times) / 1000;
}

if (!JSON.parse(inBrowser(request)).page) throw new Error(inBrowser(request));
const startUp = best(() => native('{"ask": "list", "theme": "."}'));
const [slow, fast] = [best(() => inBrowser(request)), best(() => native(request)) - startUp];
console.log(`WebAssembly: ${(hours / slow).toFixed(0)} simulated hours a second; podreel: ${(hours / fast).toFixed(0)}; ${(slow / fast).toFixed(1)} times as long`);
