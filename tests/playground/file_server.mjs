// Serves the files of a folder, as any host of static sites does, and prints its address: file_server.mjs FOLDER. With
// BYTES_PER_SECOND and MILLISECONDS of delay behind it, as over a line that all answers share.
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {basename, join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {gzipSync} from 'node:zlib';

const [folder, ...line] = process.argv.slice(2);
const [rate = 0, delay = 0] = line.map(Number);
const types = {html: 'text/html', js: 'text/javascript', mjs: 'text/javascript', wasm: 'application/wasm'};
const packed = new Map();
let freeAt = 0;

async function read(name) {
  if (!packed.has(name)) packed.set(name, gzipSync(await readFile(join(folder, name))));
  return packed.get(name);
}

async function send(response, body) {
  const piece = Math.ceil(rate / 20);
  for (let at = 0; at < body.length; at += piece) {
    freeAt = Math.max(freeAt, performance.now()) + 50;
    await sleep(freeAt - performance.now());
    response.write(body.subarray(at, at + piece));
  }
}

createServer(async (request, response) => {
  const name = basename(new URL(request.url, 'http://site').pathname) || 'index.html';
  await sleep(delay);
  try {
    const body = await read(name);
    response.writeHead(200, {'Content-Type': types[name.split('.').at(-1)], 'Content-Encoding': 'gzip'});
    if (rate) await send(response, body);
    else response.write(body);
    response.end();
  } catch {
    response.writeHead(404).end();
  }
}).listen(0, '127.0.0.1', function printAddress() {
  console.log(`http://127.0.0.1:${this.address().port}/`);
});
