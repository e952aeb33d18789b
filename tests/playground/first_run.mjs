// How long it takes until the playground shows its first run: first_run.mjs BROWSER SITE. Over 1.6 Mbit/s with 150 ms of
// delay, in a page that is four times as slow; the engine's thread cannot be slowed down. No test: figures are of the machine.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {Browser} from '../report/browser.mjs';

const [program, site] = process.argv.slice(2);
const server = spawn('node', [join(import.meta.dirname, 'file_server.mjs'), site, '200000', '150'], {stdio: ['ignore', 'pipe', 'inherit']});
const [line] = await once(server.stdout, 'data');
const address = `${line}`.trim();
const browser = new Browser(program);
try {
  const page = await browser.open(`${address}worker.js`, {width: 1280, height: 900});
  await page.send('Emulation.setCPUThrottlingRate', {rate: 4});
  const began = performance.now();
  await page.send('Page.navigate', {url: address});
  await page.until(`document.getElementById('status')?.textContent.startsWith('crash-loop: ')`, 300000);
  console.log(`${((performance.now() - began) / 1000).toFixed(1)} s to the first run`);
} finally {
  await browser.close();
  server.kill();
}
