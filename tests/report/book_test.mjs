// The pictures of a book, which share their viewers, and its search: book_test.mjs BROWSER FOLDER. The folder holds the book
// (tests/report/run writes it).
import assert from 'node:assert/strict';
import {Suite, count, cursor, fitsAPhone, loadsNothing, press, texts, type} from './suite.mjs';

async function drawn(page) {
  assert.match(await page.text('#title'), /^crash-loop$/);
  assert.match(await page.text('#pods'), /web\s+0\/1\s+CrashLoopBackOff/);
  assert.ok(await count(page, '.bar.backoff') > 0);
  await press(page, 'first');
  assert.equal(await cursor(page), 0);
  loadsNothing(page);
}

const shownEntries = `[...document.querySelectorAll('.entries li')].filter((entry) => entry.checkVisibility())`;

async function searchesTheText(page) {
  const all = await page.evaluate(`${shownEntries}.length`);
  await type(page, '#search', 'ImagePullBackOff');
  await page.until(`${shownEntries}.some((entry) => entry.textContent.startsWith('Lesson 5:'))`);
  const found = await page.evaluate(`${shownEntries}.length`);
  assert.ok(found > 1 && found < all / 2, `${found} of ${all}`);
  assert.equal(await page.text('output'), `${found} found`);
  assert.equal(await page.evaluate(`${shownEntries}.some((entry) => entry.textContent.startsWith('Lesson 2:'))`), false);
  await type(page, '#search', 'mirror SyncTerminatingPod-nonsense');
  assert.equal(await page.text('output'), '0 found');
  await type(page, '#search', '');
  assert.equal(await page.evaluate(`${shownEntries}.length`), all);
  loadsNothing(page);
}

async function listsTerms(page) {
  const terms = await texts(page, '.terms dt');
  for (const term of ['PLEG', 'BackOff', 'CrashLoopBackOff']) assert.ok(terms.includes(term), term);
  loadsNothing(page);
}

/** The comparison of the plans, which the fleets' own viewer draws. */
async function comparesPlans(page) {
  await page.until(`document.querySelectorAll('#comparison thead button').length === 4`);
  assert.equal(await page.text('#title'), 'shop');
  assert.equal(await page.text('#command'), 'podreel fleet scenarios/library/fleets/shop.yaml');
  await page.press('2');
  assert.match(await page.text('#worst'), /--plan careful --node eu\/workers-0/);
  loadsNothing(page);
}

async function showsAFleet(page) {
  assert.match(await page.text('h1'), /^A shop in two clusters/);
  assert.match(await page.text('main'), /swap: The new kubelet on one quarter of the nodes at a time\./);
  assert.equal(await count(page, 'iframe[src="../fleets/shop.plans.html"]'), 1);
  loadsNothing(page);
}

const suite = new Suite(...process.argv.slice(2));
await suite.check('a picture of a book draws its run', await suite.open('book/start/crash-loop.run-1.html'), drawn);
await suite.check('a picture of a fleet compares its plans', await suite.open('book/fleets/shop.plans.html'), comparesPlans);
const fleet = await suite.open('book/fleets/shop.html');
await suite.check('the page of a fleet shows its plans and their picture', fleet, showsAFleet);
await suite.check('on a phone the page of a fleet is not wider than the screen', fleet, fitsAPhone);
const start = await suite.open('book/index.html');
await suite.check('the start page searches the text of all pages', start, searchesTheText);
await suite.check('on a phone the start page is not wider than the screen', start, fitsAPhone);
const terms = await suite.open('book/terms.html');
await suite.check('the index lists terms, reasons of events and states of pods', terms, listsTerms);
await suite.check('on a phone the index is not wider than the screen', terms, fitsAPhone);
await suite.close();
