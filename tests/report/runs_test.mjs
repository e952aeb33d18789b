// What a reader of pages of several runs, and of many pods, sees and does: runs_test.mjs BROWSER FOLDER. The folder holds
// kubelets.html, hashes.html, hostile-runs.html, full-node.html and upgrade.html (tests/report/run writes them).
import assert from 'node:assert/strict';
import {
  Suite, busySeconds, count, cursor, fitsAPhone, followsTheSystemUntilSomebodyChooses, loadsNothing, phone, press, prints, select, texts, type,
} from './suite.mjs';

const headings = (page) => texts(page, '.labels h3');
const groups = (page) => texts(page, '.labels button');
const chosen = (page) => page.evaluate(`document.querySelector('#runs [aria-pressed="true"]').innerText`);
const copied = (page, selector) => page.evaluate(`document.querySelector(${JSON.stringify(selector)}).innerText`);

const several = {
  async 'the runs are shown below each other, on one axis, by what they differ in'(page) {
    assert.equal(await page.text('#title'), 'sidecar');
    assert.match(await page.text('#facts'), /^runs\s+3\s+node\s+node-1\s+length\s+60s\s+pods\s+1\s+seed\s+1$/);
    assert.deepEqual(await headings(page), ['default/job', 'node node-1']);
    const names = ['1.28.15', '1.29.15', '1.36.6'];
    assert.deepEqual(await groups(page), [...names, ...names]);
    assert.equal(await count(page, 'svg.axis'), 1);
    loadsNothing(page);
  },

  async 'each run has the command that replays it, and the page its own'(page) {
    assert.equal(await page.text('#command code'), 'podreel report scenarios/sidecar.yaml --kubelet-version 1.28,1.29,1.36');
    assert.deepEqual(await texts(page, '#runs code'), ['1.28.15', '1.29.15', '1.36.6'].map(
      (kubelet) => `podreel run scenarios/sidecar.yaml --kubelet-version ${kubelet}`));
    assert.equal(await count(page, '#runs button.copy[aria-label="Copy the command that replays 1.29.15"]'), 1);
  },

  async 'the first difference of each run from the one before is shown, with its reasons'(page) {
    const [first, second] = await texts(page, '#divergences > li');
    assert.match(first, /^1\.28\.15 → 1\.29\.15 differ at\s+0\.020s\s*; only 1\.28\.15 has: default\/job\s+proxy\s+exits with 0/);
    assert.match(first, /Different messages from 0\.020s: Created container proxy \/ Created container: proxy/);
    assert.match(first, /Reasons of 1\.29\.15 only:\s+proxy: the next container starts when the sidecar before it has started/);
    assert.match(second, /^1\.29\.15 → 1\.36\.6 differ at/);
  },

  async 'the page begins at the first difference, with the lanes of both runs'(page) {
    assert.ok(await cursor(page) < 0.1);
    assert.equal(await chosen(page), '1.36.6');
    assert.deepEqual(await page.evaluate(`[...document.querySelectorAll('.labels button')].slice(0, 3).map((each) => each.ariaExpanded)`),
      ['false', 'true', 'true']);
    assert.equal(await count(page, '.axis path.divergence'), 2);
    assert.ok(await count(page, 'line.divergence') > 10);
  },

  async 'a button moves the cursor to a difference, in the run that has it'(page) {
    await page.press('End');
    await page.clickOn('#divergences > li:first-child button');
    assert.equal(await chosen(page), '1.28.15');
    assert.match(await page.text('#record'), /proxy: exits with 0/);
    assert.equal(await page.text('#records-title'), 'Around the cursor in 1.28.15');
  },

  async 'the pods of all runs are shown side by side at the cursor'(page) {
    await page.press('End');
    assert.match(await page.text('#pods'), /NAME\s+RUN\s+READY[^]*job\s+1\.28\.15\s+0\/1\s+Completed[^]*job\s+1\.29\.15\s+0\/2\s+Completed[^]*job\s+1\.36\.6/);
  },

  async 'keys, the list, buttons and a click on a lane choose a run'(page) {
    await page.press('2');
    assert.equal(await chosen(page), '1.29.15');
    await select(page, 'run', '0');
    assert.equal(await chosen(page), '1.28.15');
    await page.clickOn('#runs tr:nth-child(3) th button');
    assert.equal(await chosen(page), '1.36.6');
    assert.match(await page.evaluate('location.hash'), /^#t=[\d.]+&run=3$/);
    await page.clickOn('g.lane:nth-child(1) rect.bar');
    assert.equal(await chosen(page), '1.28.15');
  },

  async 'commands are copied, with the mouse and with the keyboard'(page) {
    await page.send('Page.bringToFront');
    await page.clickOn('#command button');
    assert.equal(await copied(page, '#command button'), 'Copied');
    await page.evaluate(`document.querySelector('#runs tr:nth-child(2) button.copy').focus()`);
    await page.press('Enter');
    assert.equal(await copied(page, '#runs tr:nth-child(2) button.copy'), 'Copied');
  },

  async 'hovering over a lane shows its run'(page) {
    await page.hover(await page.middle('g.lane:nth-child(1) rect.bar'));
    assert.match(await page.text('#tooltip'), /^default\/job › 1\.28\.15/);
    await page.hover({x: 2, y: 2});
  },

  'dark and light follow the system until somebody chooses': followsTheSystemUntilSomebodyChooses,
  'on a phone nothing is wider than the screen': fitsAPhone,
  'it prints': prints,
};

const full = {
  async 'many pods are folded, each in one lane that shows its status'(page) {
    assert.equal(await page.text('#found'), '150 pods');
    assert.equal(await count(page, '.labels button[aria-expanded="true"]'), 1);
    assert.match(await page.text('.lanes'), /CrashLoopBackOff/);
    assert.ok(await count(page, 'g.lane') < 80);
  },

  async 'pods are found by names, namespaces and containers, and stepped through alone'(page) {
    await page.press('/');
    assert.equal(await page.evaluate('document.activeElement.id'), 'find');
    await type(page, '#find', 'shop proxy-007');
    assert.equal(await page.text('#found'), '1 of 150 pods');
    assert.match((await groups(page))[1], /^shop\/checkout-with-a-name-that-deployments-have-007$/);
    assert.match(await page.text('#pods'), /^NAMESPACE\s+NAME[^]*shop\s+checkout-with-a-name-that-deployments-have-007\s+2\/2/);
    await press(page, 'first');
    await press(page, 'next');
    assert.deepEqual([...new Set(await texts(page, '#records td.pod'))], ['shop/checkout-with-a-name-that-deployments-have-007']);
    await type(page, '#find', 'nobody has this');
    assert.equal(await page.text('#found'), '0 of 150 pods');
    assert.match(await page.text('#pods'), /No resources found/);
    assert.match(await page.text('#record'), /No records yet/);
    await type(page, '#find', '');
    assert.equal(await page.text('#found'), '150 pods');
  },

  async 'all are unfolded and folded, and one by one with the keyboard'(page) {
    await press(page, 'unfold');
    assert.equal(await count(page, '.labels button[aria-expanded="false"]'), 0);
    await press(page, 'fold');
    assert.equal(await count(page, '.labels button[aria-expanded="true"]'), 1);
    const folded = await count(page, '.label');
    await page.evaluate(`document.querySelectorAll('.labels button')[1].focus()`);
    await page.press('Enter');
    assert.ok(await count(page, '.label') > folded);
    assert.equal(await page.evaluate('document.activeElement.ariaExpanded'), 'true');
    await page.press('Enter');
    assert.equal(await count(page, '.label'), folded);
  },

  'no name is cut': noNameIsCut,

  async 'it stays quick'(page) {
    const milliseconds = await page.evaluate(`performance.getEntriesByType('navigation')[0].loadEventEnd`);
    assert.ok(milliseconds < 10000, `it was there after ${milliseconds} ms`);
    const spent = await busySeconds(page, async () => {
      await type(page, '#find', 'shop');
      await type(page, '#find', '');
      await press(page, 'unfold');
      await page.press('ArrowLeft');
      await press(page, 'fold');
    });
    assert.ok(spent < 5, `five actions took ${spent} s of the processor`);
    console.log(`loaded in ${Math.round(milliseconds)} ms, five actions in ${Math.round(spent * 1000)} ms of the processor`);
  },

  'on a phone nothing is wider than the screen': fitsAPhone,

  async 'on a phone names have a line of their own, and no name is cut'(page) {
    await page.resize(phone.width, phone.height);
    await noNameIsCut(page);
    await page.evaluate(`document.querySelector('.scroller').scrollTop = 400`);
    await page.settle();
    await noNameIsCut(page);
  },
};

/** Neither beyond its own box, nor into the row below. */
async function noNameIsCut(page) {
  const cut = await page.evaluate(`[...document.querySelectorAll('.labels > *')]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
    .map((each) => each.innerText)`);
  assert.deepEqual(cut, []);
}

async function hostile(page) {
  assert.equal(await page.evaluate('window.injected'), undefined);
  assert.equal(await count(page, 'img, bdi *, #runs b'), 0);
  assert.equal(await page.text('#title'), '<script>window.injected = 1</script> \\u202eevil');
  assert.match((await groups(page))[0], /^note=<\/script><script>window\.injected = 2<\/script>$/);
  assert.match((await headings(page))[0], /^default\/a-pod-whose-name-is-as-long[^]*quite-a-lot-xx$/);
  assert.equal((await page.evaluate('document.body.innerText')).includes('\u202e'), false);
  await noNameIsCut(page);
  await fitsAPhone(page);
  await page.resize(phone.width, phone.height);
  await noNameIsCut(page);
  assert.equal(await page.evaluate('window.injected'), undefined);
}

const suite = new Suite(...process.argv.slice(2));
async function namesOtherHashes(page) {
  assert.match(await page.text('#divergences'),
    /^1\.30\.14 → 1\.31\.14: no difference, but other container hashes from 0\.020s \(proxy: [0-9a-f]+, [0-9a-f]+\)$/);
}

await suite.check('runs that differ only in container hashes say so', await suite.open('hashes.html'), namesOtherHashes);
const kubelets = await suite.open('kubelets.html');
for (const [name, test] of Object.entries(several)) await suite.check(name, kubelets, test);
const fullNode = await suite.open('full-node.html');
for (const [name, test] of Object.entries(full)) await suite.check(name, fullNode, test);
await suite.check('names of runs stay texts, however long', await suite.open('hostile-runs.html'), hostile);
await suite.check('on a phone a ticket of `podreel upgrade` is not wider than the screen', await suite.open('upgrade.html'), fitsAPhone);
await suite.close();
