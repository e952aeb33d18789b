// Makes the page. Run by tools/playground/build.
import {join} from 'node:path';
import {makePage} from '../report/one_page.mjs';

await makePage({
  source: join(import.meta.dirname, 'src'),
  output: join(import.meta.dirname, 'playground.html'),
  policy: `; connect-src 'self'; worker-src 'self'`,
  digest: process.argv[2],
  maker: 'tools/playground/build',
});
