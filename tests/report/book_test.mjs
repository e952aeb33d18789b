// The pictures of a book, which share their viewer: book_test.mjs BROWSER FOLDER. The folder holds the book
// (tests/report/run writes it).
import assert from 'node:assert/strict';
import {Suite, count, cursor, loadsNothing, press} from './suite.mjs';

async function drawn(page) {
  assert.match(await page.text('#title'), /^crash-loop$/);
  assert.match(await page.text('#pods'), /web\s+0\/1\s+CrashLoopBackOff/);
  assert.ok(await count(page, '.bar.backoff') > 0);
  await press(page, 'first');
  assert.equal(await cursor(page), 0);
  loadsNothing(page);
}

const suite = new Suite(...process.argv.slice(2));
await suite.check('a picture of a book draws its run', await suite.open('book/start/crash-loop.run-1.html'), drawn);
await suite.close();
