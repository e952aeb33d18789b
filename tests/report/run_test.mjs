// What a reader of a page that `podreel report` has written sees and does: run_test.mjs BROWSER FOLDER. The folder
// holds crash-loop.html, hostile.html and long.html (tests/report/run writes them).
import assert from 'node:assert/strict';
import {
  Suite, busySeconds, count, cursor, fitsAPhone, followsTheSystemUntilSomebodyChooses, loadsNothing, press, prints, select,
} from './suite.mjs';

const isDisabled = (page, id) => page.evaluate(`document.getElementById('${id}').disabled`);
const sync = 'rect.bar.sync-failed';

const tests = {
  async 'the page shows the run, and loads nothing'(page) {
    assert.match(await page.text('#title'), /^crash-loop$/);
    assert.match(await page.text('#facts'), /kubelet\s+1\.30\.14[^]*seed\s+1[^]*digest\s+[0-9a-f]{32}/);
    assert.match(await page.text('#command code'), /^podreel run .*crash-loop\.yaml$/);
    assert.match(await page.text('.labels'), /default\/web[^]*app[^]*pod worker[^]*runtime[^]*events/);
    assert.ok(await count(page, '.bar.backoff') > 0);
    loadsNothing(page);
  },

  async 'the end shows the table that run prints'(page) {
    assert.match(await page.text('#pods'), /NAME\s+READY\s+STATUS\s+RESTARTS\s+AGE\s+web\s+0\/1\s+CrashLoopBackOff\s+6 \(\d+m\d+s ago\)\s+10m/);
  },

  async 'a click moves the cursor, and the table of pods with it'(page) {
    const before = [await cursor(page), await page.text('#pods')];
    const {x, y} = await page.middle('#lanes');
    await page.click({x: x - 300, y});
    assert.notEqual(await cursor(page), before[0]);
    assert.notEqual(await page.text('#pods'), before[1]);
    assert.match(await page.evaluate('location.hash'), /^#t=\d/);
  },

  async 'hovering over a sync shows the reasons of its decision'(page) {
    await page.hover(await page.middle(sync));
    assert.equal(await page.evaluate(`document.getElementById('tooltip').hidden`), false);
    assert.match(await page.text('#tooltip'), /restartPolicy decides whether an exited container restarts/);
    await page.hover({x: 2, y: 2});
    assert.equal(await page.evaluate(`document.getElementById('tooltip').hidden`), true);
  },

  async 'hovering over a state shows how long it held'(page) {
    await page.hover(await page.middle('.bar.backoff'));
    assert.match(await page.text('#tooltip'), /CrashLoopBackOff[^]* to [^]*back-off/);
    assert.match(await page.text('#tooltip'), /Reasons of the previous sync:[^]*app exited 1/);
  },

  async 'a click on a sync shows its reasons below'(page) {
    await page.clickOn(sync);
    assert.match(await page.text('#record'), /pod worker: sync exit[^]*app exited 1[^]*→ to be restarted\s+the pod's restartPolicy decides/);
  },

  async 'buttons and arrow keys step from record to record, both ways'(page) {
    await press(page, 'first');
    assert.equal(await cursor(page), 0);
    assert.equal(await isDisabled(page, 'previous'), true);
    const first = await page.text('#record');
    await press(page, 'next');
    const second = await page.text('#record');
    assert.notEqual(second, first);
    await page.press('ArrowRight');
    assert.notEqual(await page.text('#record'), second);
    await page.press('ArrowLeft');
    assert.equal(await page.text('#record'), second);
    await press(page, 'previous');
    assert.equal(await page.text('#record'), first);
    await page.press('End');
    assert.equal(await isDisabled(page, 'next'), true);
    assert.match(await page.text('#records [aria-current]'), /\S/);
  },

  async 'a click on a record of the list goes there'(page) {
    await page.press('Home');
    await page.clickOn('#records tr:nth-child(5)');
    assert.equal(await count(page, '#records tr:nth-child(5)[aria-current]'), 1);
  },

  async 'the command is copied'(page) {
    await page.send('Page.bringToFront');
    await page.clickOn('#command button');
    assert.equal(await page.text('#command button'), 'Copied');
  },

  async 'what only pages of several runs and many pods have is not there'(page) {
    for (const id of ['runs-part', 'divergences-part', 'which', 'finding']) {
      assert.equal(await page.evaluate(`document.getElementById('${id}').hidden`), true);
    }
  },

  async 'zooming shows less of the time, and all of it again'(page) {
    const ticks = () => page.text('.axis');
    const all = await ticks();
    await press(page, 'zoom-in');
    assert.notEqual(await ticks(), all);
    const {x, y} = await page.middle('.axis');
    await page.mouse('mouseWheel', {x, y}, {deltaX: 0, deltaY: -400});
    await page.settle();
    await press(page, 'fit');
    assert.equal(await ticks(), all);
  },

  async 'a group folds'(page) {
    const lanes = () => count(page, '.label');
    const before = await lanes();
    await page.clickOn('.group:last-of-type');
    assert.ok(await lanes() < before);
    await page.clickOn('.group:last-of-type');
    assert.equal(await lanes(), before);
  },

  'dark and light follow the system until somebody chooses': followsTheSystemUntilSomebodyChooses,
  'on a phone nothing is wider than the screen': fitsAPhone,
  'it prints': prints,
};

async function hostile(page) {
  assert.equal(await page.evaluate('window.injected'), undefined);
  assert.equal(await count(page, 'img'), 0);
  assert.match(await page.text('#summary'), /<\/script><script>window\.injected = 1<\/script>/);
  await page.press('Home');
  await select(page, 'steps', 'problems');
  await page.press('ArrowRight');
  assert.match(await page.text('#records'), /<img src=x onerror=/);
  assert.equal(await page.evaluate('window.injected'), undefined);
}

async function long(page) {
  assert.ok(await page.evaluate(`Number(/records\\s+(\\d+)/.exec(document.getElementById('facts').innerText)[1])`) > 10000);
  const spent = await busySeconds(page, async () => {
    await press(page, 'zoom-in');
    await page.press('ArrowLeft');
    await page.press('ArrowLeft');
  });
  assert.ok(spent < 5, `three actions took ${spent} s of the processor`);
  assert.ok(await count(page, 'svg *') < 20000);
}

const suite = new Suite(...process.argv.slice(2));
const page = await suite.open('crash-loop.html');
for (const [name, test] of Object.entries(tests)) await suite.check(name, page, test);
await suite.check('texts of a run stay texts', await suite.open('hostile.html'), hostile);
await suite.check('a run of more than 10,000 records can be read', await suite.open('long.html'), long);
await suite.close();
