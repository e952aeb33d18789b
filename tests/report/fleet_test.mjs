// What a reader of a page that `podreel fleet -o html` has printed sees and does: fleet_test.mjs BROWSER FOLDER. The
// folder holds shop.html, hostile-fleet.html and many.html (tests/report/run writes them).
import assert from 'node:assert/strict';
import {
  Suite, busySeconds, count, cursor, fitsAPhone, followsTheSystemUntilSomebodyChooses, loadsNothing, press, prints, select,
  texts, type,
} from './suite.mjs';

const row = (page, name) => page.evaluate(`[...document.querySelectorAll('#comparison tbody tr')]
  .find((each) => each.querySelector('th').innerText === ${JSON.stringify(name)}).innerText`);
const chosen = (page) => page.text('#comparison [aria-pressed="true"]');

const tests = {
  async 'the page shows the fleet, and loads nothing'(page) {
    assert.equal(await page.text('#title'), 'shop');
    assert.match(await page.text('#facts'), /clusters\s+2\s+nodes\s+18\s+workloads\s+8\s+plans\s+4/);
    assert.equal(await page.text('#command'), 'podreel fleet scenarios/library/fleets/shop.yaml');
    loadsNothing(page);
  },

  async 'the plans are shown side by side, the best and the worst in words'(page) {
    assert.deepEqual(await texts(page, '#comparison thead button'), ['swap', 'careful', 'rewrite', 'drain']);
    assert.match(await row(page, 'Containers restarted'), /122 of 122\s*✕ worst[^]*6 of 6[^]*0 of 122\s*✓ best[^]*18 of 18/);
    assert.match(await row(page, 'Duration'), /5m44s\s*✓ best\s+12\.9s\s+5m44s/);
    assert.match(await row(page, 'Total time not ready'), /94s[^]*6s[^]*6s\s*✓ best[^]*107s\s*✕ worst/);
    assert.match(await row(page, 'Pods evicted'), /–\s+–\s+–\s+\d+/);
    assert.match(await page.text('#comparison thead'), /✕ Stopped\. eu: 6 of 6 containers restarted; the plan accepts at most 2%/);
  },

  async 'every plan has a curve, and the chosen one its clusters'(page) {
    assert.equal(await count(page, '.labels button'), 4);
    assert.equal(await count(page, '.lanes .area.down'), 2 * (4 + 2));
    assert.deepEqual(await texts(page, '.labels div.label'), ['eu12/12', 'us6/6']);
    assert.match(await page.text('.labels'), /2 clusters under plan swap/);
  },

  async 'the cursor is where most pods are not ready, and describes what happens there under every plan'(page) {
    assert.ok(await cursor(page) > 0);
    assert.match(await page.text('#at-cursor tr[aria-current]'), /swap\s+at most 8 \(11 % of 74\)/);
    assert.match(await page.evaluate(`document.getElementById('lanes').getAttribute('aria-valuetext')`), /plan swap: pods not ready at most 8/);
    await page.press('End');
    assert.match(await page.text('#at-cursor'), /swap\s+the plan has ended/);
  },

  async 'arrow keys step from second to second, W goes to the worst moment'(page) {
    await page.press('Home');
    assert.equal(await cursor(page), 0);
    await page.press('ArrowRight');
    await page.press('ArrowRight');
    assert.equal(await cursor(page), 2);
    await page.press('ArrowLeft');
    assert.equal(await cursor(page), 1);
    await page.press('w');
    assert.match(await page.text('#at-cursor tr[aria-current]'), /at most 8/);
    assert.match(await page.evaluate('location.hash'), /^#plan=1&t=\d+$/);
  },

  async 'a number chooses a plan, and all texts follow'(page) {
    await page.press('2');
    assert.equal(await chosen(page), 'careful');
    assert.deepEqual(await texts(page, '.chosen-plan'), ['careful', 'careful', 'careful']);
    assert.match(await page.text('.lanes'), /not started: stopped in eu/);
    assert.match(await page.text('#worst'), /--plan careful --node eu\/workers-0/);
    await page.clickOn('.labels button:last-of-type');
    assert.equal(await chosen(page), 'drain');
    await page.clickOn('#comparison thead button');
    assert.equal(await chosen(page), 'swap');
  },

  async 'a click moves the cursor, hovering describes a plan and a cluster'(page) {
    const before = await cursor(page);
    const {x, y} = await page.middle('#lanes');
    await page.click({x: x + 100, y});
    assert.notEqual(await cursor(page), before);
    await page.hover(await page.middle('g.lane:nth-child(1) .area'));
    assert.match(await page.text('#tooltip'), /plan swap, [^]*pods not ready[^]*API writes/);
    await page.hover(await page.middle('rect.work'));
    assert.match(await page.text('#tooltip'), /eu, [^]*Upgraded from 0s to [^]*nodes upgraded\s+\d+ of 12/);
    await page.hover({x: 2, y: 2});
    assert.equal(await page.evaluate(`document.getElementById('tooltip').hidden`), true);
  },

  async 'restarts, writes and pulls have curves, too'(page) {
    await select(page, 'measure', 2);
    assert.match(await page.text('.labels'), /API writes per second, at most \d+/);
    assert.equal(await count(page, '.lanes .area.write'), 8);
    await select(page, 'measure', 0);
  },

  async 'zooming shows less of the time, and all of it again'(page) {
    const ticks = () => page.text('.axis');
    const all = await ticks();
    await press(page, 'go-zoom-in');
    assert.notEqual(await ticks(), all);
    await press(page, 'go-fit');
    assert.equal(await ticks(), all);
  },

  async 'workloads are found and sorted'(page) {
    assert.equal((await texts(page, '#workloads tbody tr')).length, 8);
    assert.match((await texts(page, '#workloads tbody tr'))[0], /^eu\s+StatefulSet\/shop\/db/);
    await type(page, '#workloads input', 'US web');
    assert.deepEqual((await texts(page, '#workloads tbody td:nth-child(2)')), ['Deployment/shop/web']);
    assert.match(await page.text('#workloads output'), /^1 found, of 8 workloads/);
    await type(page, '#workloads input', '');
    await page.clickOn('#workloads th:nth-child(3) button');
    assert.deepEqual((await texts(page, '#workloads tbody td:nth-child(3)')).slice(0, 3), ['24', '24', '12']);
    assert.equal(await page.evaluate(`document.querySelector('#workloads th:nth-child(3)').getAttribute('aria-sort')`), 'descending');
    await page.clickOn('#workloads th:nth-child(3) button');
    assert.equal((await texts(page, '#workloads tbody td:nth-child(3)'))[0], '1');
  },

  async 'every worst node has the command that replays it'(page) {
    const commands = await texts(page, '#worst code');
    assert.equal(commands.length, 10);
    for (const command of commands) {
      assert.match(command, /^podreel fleet scenarios\/library\/fleets\/shop\.yaml --plan swap --node (eu|us)\/workers-\d+ \| podreel run -/);
    }
    assert.equal(await count(page, '#worst button'), 10);
  },

  'dark and light follow the system until somebody chooses': followsTheSystemUntilSomebodyChooses,
  'on a phone nothing is wider than the screen': fitsAPhone,
  'it prints': prints,
};

async function hostile(page) {
  assert.equal(await page.evaluate('window.injected'), undefined);
  assert.equal(await count(page, 'img, b b'), 0);
  assert.equal(await page.text('#title'), '</script><script>window.injected = 1</script>');
  assert.match(await page.text('#comparison'), /<\/script><img src=x onerror='window\.injected = 3'>/);
  assert.match(await page.text('.labels div.label'), /^<b>bold<\/b> \\u202e/);
  await page.press('2');
  assert.match(await page.text('#worst'), /--plan a-plan-with-a-name-in-one-word/);
  assert.equal(await page.evaluate('window.injected'), undefined);
  await fitsAPhone(page);
}

/** 300 clusters with 60 workloads each. */
async function many(page) {
  assert.ok(await count(page, 'g.lane') < 100);
  assert.equal(await count(page, '#workloads tbody tr'), 50);
  const spent = await busySeconds(page, async () => {
    await type(page, '#workloads input', 'web-7');
    await page.clickOn('#workloads th:nth-child(2) button');
    await press(page, 'go-zoom-in');
    await page.press('ArrowRight');
  });
  assert.ok(spent < 5, `four actions took ${spent} s of the processor`);
  assert.match(await page.text('#workloads output'), /^50 of [\d,]+ found, of 5,000 workloads.*[\d,]+ less affected ones are not on this page/);
}

const suite = new Suite(...process.argv.slice(2));
const page = await suite.open('shop.html');
for (const [name, test] of Object.entries(tests)) await suite.check(name, page, test);
await suite.check('names of a fleet stay texts', await suite.open('hostile-fleet.html'), hostile);
await suite.check('many clusters and workloads can be read', await suite.open('many.html'), many);
await suite.close();
