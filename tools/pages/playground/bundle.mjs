// Builds the pages. Run by tools/pages/playground/build.
import {join} from 'node:path';
import {makePage} from '../report/one_page.mjs';

const pages = [
  ['src', 'playground.html', `; connect-src 'self'; worker-src 'self'`],
  ['src/live', 'live.html', `; connect-src 'self'`],
];
for (const [source, output, policy] of pages) {
  await makePage({
    source: join(import.meta.dirname, source),
    output: join(import.meta.dirname, output),
    policy,
    digest: process.argv[2],
    maker: 'tools/pages/playground/build',
  });
}
