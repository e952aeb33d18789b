// Serves the files of a folder, as any host of static sites does, and prints its address: file_server.mjs FOLDER.
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {basename, join} from 'node:path';
import {gzipSync} from 'node:zlib';

const folder = process.argv[2];
const types = {html: 'text/html', js: 'text/javascript', mjs: 'text/javascript', wasm: 'application/wasm'};

createServer(async (request, response) => {
  const name = basename(new URL(request.url, 'http://site').pathname) || 'index.html';
  try {
    const body = gzipSync(await readFile(join(folder, name)));
    response.writeHead(200, {'Content-Type': types[name.split('.').at(-1)], 'Content-Encoding': 'gzip'});
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
}).listen(0, '127.0.0.1', function tell() {
  console.log(`http://127.0.0.1:${this.address().port}/`);
});
