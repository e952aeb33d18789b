// The guided walk, as a reader takes it: walk_test.mjs BROWSER FOLDER [PICTURES]. The folder holds walk.html
// (tests/walk/run writes it). Pictures are put into PICTURES.
import assert from 'node:assert/strict';
import {
  Suite, count, everythingHasAName, fitsAPhone, followsTheSystemUntilSomebodyChooses, loadsNothing, press, select, takePictures, texts,
} from '../report/suite.mjs';

const [browser, folder, pictures] = process.argv.slice(2);

const heading = (page) => page.text('#heading');
const litPart = (page) => page.evaluate(`[...document.querySelectorAll('.part.lit')].map((part) => part.dataset.part).join()`);
const goTo = async (page, hash) => {
  await page.evaluate(`location.hash = '#${hash}'`);
  await page.settle();
};
const lesson = (page) => page.evaluate(`Number(document.getElementById('lesson').value)`);

/** Steps forward until a screen is of that kind; returns the number of steps. */
async function stepUntil(page, isThere) {
  for (let steps = 1; steps <= 400; steps += 1) {
    await page.press('ArrowRight');
    if (await page.evaluate(isThere)) return steps;
  }
  throw new Error(`no screen within 400 steps: ${isThere}`);
}

async function choose(page, place) {
  await page.clickOn(`#choices label:nth-child(${place})`);
  await press(page, 'answer');
}

const tests = {
  async 'it begins with the first lesson, and no part acts'(page) {
    assert.equal(await heading(page), 'A pod starts.');
    assert.equal(await count(page, '#lesson option'), 29);
    assert.match(await page.text('#progress'), /^0 of 29 lessons done$/);
    assert.equal(await litPart(page), '');
    assert.equal(await page.evaluate(`document.getElementById('back').disabled`), true);
  },

  async 'with each record the part that acts lights up'(page) {
    await goTo(page, 'lesson=4&screen=begin');
    await stepUntil(page, `document.getElementById('heading').textContent === 'API server: pod created'`);
    assert.equal(await litPart(page), 'api');
    const parts = new Map();
    await page.evaluate(`document.getElementById('every').click()`);
    while (await page.evaluate(`!/screen=end/.test(location.hash)`) && parts.size < 7) {
      await page.press('ArrowRight');
      const lit = await litPart(page);
      if (lit !== '' && !parts.has(lit)) parts.set(lit, (await heading(page)).split(':')[0]);
    }
    await page.evaluate(`document.getElementById('every').click()`);
    assert.deepEqual(Object.fromEntries([...parts].sort()), {
      events: 'kubelet', loop: 'sync loop', pleg: 'PLEG', runtime: 'runtime', status: 'status', sync: 'pod worker', workers: 'pod worker',
    });
    assert.match(await page.evaluate(`document.querySelector('.parts').getAttribute('aria-label')`), /The part that acts: /);
  },

  async 'records like earlier ones are folded, and shown on request'(page) {
    await goTo(page, 'lesson=4&screen=begin');
    const screens = async () => Number(/of (\d+)/.exec(await page.text('#where'))[1]);
    const folded = await screens();
    await page.evaluate(`document.getElementById('every').click()`);
    assert.ok(await screens() > 3 * folded, `${await screens()} and ${folded}`);
    await page.evaluate(`document.getElementById('every').click()`);
    await stepUntil(page, `/records? like earlier ones (is|are) not shown/.test(document.getElementById('text').textContent)`);
  },

  async 'a question comes before its answer, and is judged by the run'(page) {
    await goTo(page, 'lesson=2&screen=begin');
    await stepUntil(page, `/screen=q0/.test(location.hash)`);
    assert.match(await heading(page), /How does the kubelet learn of it\?$/);
    assert.equal(await page.text('#next'), 'Skip');
    assert.equal(await page.evaluate(`document.getElementById('why').disabled`), true);
    assert.match(await page.text('#pods'), /1\/1\s+Running/);
    await press(page, 'answer');
    assert.match(await page.text('#judged'), /Choose an answer first/);
    await choose(page, 1);
    assert.match(await page.text('#judged'), /^No\.[^]*Correct answer: With the next relist/);
    assert.equal(await page.evaluate('document.activeElement.id'), 'next');
    await press(page, 'why');
    assert.equal(await count(page, '#reasons p'), 3);
    await press(page, 'back');
    await press(page, 'next');
    assert.match(await page.text('#judged'), /^No\./);
  },

  async 'a sentence is shown with the record by which the run shows it'(page) {
    await goTo(page, 'lesson=4&screen=begin');
    await stepUntil(page, `document.querySelector('#text .idea')`);
    assert.match(await page.text('#text'), /The first restart has no delay/);
    assert.match(await page.text('#pods'), /CrashLoopBackOff|Running|Error/);
    await press(page, 'why');
    assert.match(await page.text('#reasons'), /^The run shows it at [\d.]+s:[^]*runtime: StartContainer app/);
    assert.equal(await page.evaluate(`document.getElementById('why').getAttribute('aria-expanded')`), 'true');
    await press(page, 'why');
    assert.equal(await page.evaluate(`document.getElementById('reasons').checkVisibility()`), false);
  },

  async 'every sentence and every question of every lesson has its screen, and no line ends between a number and its unit'(page) {
    const missing = await page.evaluate(`(async () => {
      const text = document.getElementById('podreel-data').textContent.trim();
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const {lessons} = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).json();
      const missing = [];
      const settled = () => new Promise((done) => setTimeout(done, 0));
      for (const [place, {ideas, questions}] of lessons.entries()) {
        for (const [kind, screens] of [['i', ideas], ['q', questions]]) {
          for (const [i, screen] of screens.entries()) {
            location.hash = '#lesson=' + (place + 1) + '&screen=' + kind + i;
            await settled();
            await settled();
            const shown = document.getElementById(kind === 'i' ? 'text' : 'heading').textContent;
            const isWhole = shown.replaceAll('\\u00a0', ' ') === (screen.text ?? screen.ask).replaceAll('\`', '');
            const bindsUnits = !/\\d (ms|s|min|h)\\b/.test(shown);
            if (!isWhole || !bindsUnits) missing.push([place + 1, kind + i, shown]);
          }
        }
      }
      return missing;
    })()`);
    assert.deepEqual(missing, []);
  },

  async 'it plays by itself, and stops at a question'(page) {
    await goTo(page, 'lesson=5&screen=begin');
    await page.evaluate(`globalThis.plain ??= setTimeout, globalThis.setTimeout = (action) => plain(action, 5)`);
    await page.press('p');
    await page.until(`/screen=q0/.test(location.hash)`);
    await page.until(`document.getElementById('play').textContent === 'Play'`);
    await page.evaluate(`globalThis.setTimeout = plain`);
  },

  async 'the end of a lesson has its exercise and the playground, and the progress stays'(page, suite) {
    await goTo(page, 'lesson=19&screen=end');
    assert.match(await page.text('#text'), /Exercise: /);
    assert.equal(await page.evaluate(`document.querySelector('#text a').href`), 'https://example.com/play/#open=lessons/19-states-of-a-pod-worker');
    assert.match(await page.text('#progress'), /^1 of 29 lessons done$/);
    await press(page, 'next');
    assert.equal(await lesson(page), 20);
    const other = await suite.open('walk.html');
    assert.match(await other.text('#progress'), /^1 of 29 lessons done$/);
    assert.match(await other.evaluate(`document.querySelector('#lesson option[value="19"]').textContent`), /^\u2713 19\./);
    await other.send('Page.close');
    await page.send('Page.bringToFront');
  },

  async 'a link leads to its screen'(page, suite) {
    await goTo(page, 'lesson=5&screen=q1');
    const link = await page.evaluate('location.href');
    const asked = await heading(page);
    const other = await suite.open(link);
    assert.equal(await heading(other), asked);
    assert.equal(await lesson(other), 5);
    await other.send('Page.close');
    await page.send('Page.bringToFront');
    await goTo(page, 'lesson=999&screen=nonsense');
    assert.equal(await heading(page), 'A pod starts.');
  },

  async 'the exam counts right answers, and asks other questions in the next attempt'(page) {
    await goTo(page, 'lesson=19&screen=q1');
    const time = await page.text('#pods-title');
    await press(page, 'exam');
    assert.notEqual(await page.text('#pods-title'), time);
    const first = await heading(page);
    for (let question = 1; question <= 15; question += 1) {
      assert.match(await page.text('#where'), new RegExp(`question ${question} of 15`));
      assert.equal(await page.evaluate(`document.getElementById('next').disabled`), true);
      await choose(page, 1);
      assert.match(await page.text('#judged'), /^(Right|No)\./);
      await press(page, 'next');
    }
    const [, right] = /^(\d+) of 15 answers correct; 12 are needed\./.exec(await page.text('#text'));
    assert.equal(await heading(page), Number(right) >= 12 ? 'Passed.' : 'Not passed yet.');
    assert.equal((await texts(page, '.results li')).length, 15 - Number(right));
    assert.match(await page.text('#progress'), new RegExp(`best exam: ${right} correct`));
    assert.equal(await page.evaluate(`document.getElementById('pods').checkVisibility()`), false);
    await press(page, 'exam');
    assert.notEqual(await heading(page), first);
    await select(page, 'lesson', '3');
    assert.match(await page.text('#where'), /^Lesson 3, screen 1/);
    assert.equal(await page.text('#pods-title'), 'Pods at 0.000s');
  },

  async 'the keyboard answers a question'(page) {
    await goTo(page, 'lesson=3&screen=q0');
    await page.evaluate('document.activeElement?.blur()');
    await page.press('2');
    assert.equal(await page.evaluate(`document.querySelector('#choices input:checked').value`), '1');
  },

  async 'what is forgotten is gone'(page) {
    await press(page, 'forget');
    assert.match(await page.text('#progress'), /^0 of 29 lessons done$/);
  },

  'everything that one uses has a name': everythingHasAName,
  'dark and light follow the system until somebody chooses': followsTheSystemUntilSomebodyChooses,
  'on a phone nothing is wider than the screen': fitsAPhone,
  'it loads nothing': loadsNothing,
};

const suite = new Suite(browser, folder);
const page = await suite.open('walk.html');
for (const [name, test] of Object.entries(tests)) await suite.check(name, page, (opened) => test(opened, suite));
if (pictures) {
  await goTo(page, 'lesson=4&screen=q1');
  await takePictures(page, pictures, 'walk');
  await press(page, 'exam');
  await takePictures(page, pictures, 'exam');
}
await suite.close();
