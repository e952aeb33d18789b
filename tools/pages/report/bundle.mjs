// Builds the pages of src/. Run by tools/pages/report/build.
import {join} from 'node:path';
import {makePage} from './one_page.mjs';

for (const name of ['run', 'fleet', 'walk']) {
  const source = join(import.meta.dirname, 'src', name);
  const output = join(import.meta.dirname, `${name}.html`);
  const page = await makePage({source, output, digest: process.argv[2], maker: 'tools/pages/report/build'});
  if (page.split('@PODREEL_DATA@').length !== 2) throw new Error(`${name}.html must hold @PODREEL_DATA@ once`);
}
