// What somebody does who watches a node on the air, paused at its beginning: live_test.mjs BROWSER ADDRESS [FOLDER].
// Pictures of it are put into FOLDER.
import assert from 'node:assert/strict';
import {
  Suite, asksNobodyBut, count, cursor, everythingHasAName, fitsAPhone, followsTheSystemUntilSomebodyChooses, press, select, takePictures, type,
} from '../report/suite.mjs';

const [browser, address, pictures] = process.argv.slice(2);

const clockIs = (page, text) => page.until(`document.getElementById('clock').textContent === ${JSON.stringify(text)}`);
const saysSoon = (page, selector, words) => page.until(`${words}.test(document.querySelector('${selector}').innerText)`);
const status = (page) => page.text('#status');

async function advance(page, span) {
  await select(page, 'span', span);
  await press(page, 'advance');
}

/** What kubectl would send from elsewhere. */
async function ask(method, path, body) {
  const headers = {'Content-Type': 'application/json'};
  const response = await fetch(new URL(path, address), {method, headers, body: body && JSON.stringify(body)});
  assert.ok(response.ok, `${method} ${path}: ${response.status}`);
}

const pods = '/api/v1/namespaces/default/pods';
const pod = (name) => ({apiVersion: 'v1', kind: 'Pod', metadata: {name}, spec: {containers: [{name: 'app', image: 'nginx'}]}});

const tests = {
  async 'it shows what is there'(page) {
    await clockIs(page, '0s');
    await saysSoon(page, '#title', '/^crash-loop$/');
    assert.match(await page.text('#command'), /kubectl --server=http:\/\/127\.0\.0\.1:\d+ get pods/);
    assert.equal(await page.evaluate(`document.getElementById('speed').value`), 'paused');
  },

  async 'time is advanced, and what happened meanwhile is seen'(page) {
    await advance(page, '1m');
    await clockIs(page, '1m');
    await saysSoon(page, '#pods', '/web\\s+0\\/1\\s+(CrashLoopBackOff|Error)/');
    assert.equal(await cursor(page), 60);
    assert.ok(await count(page, '.bar.backoff') > 0);
  },

  async 'what others ask of the API is seen as it happens'(page) {
    await ask('POST', pods, pod('from-elsewhere'));
    await advance(page, '10s');
    await saysSoon(page, '#pods', '/from-elsewhere\\s+1\\/1\\s+Running/');
    assert.match(await page.text('.labels'), /default\/from-elsewhere/);
  },

  async 'something else is made to happen'(page) {
    await select(page, 'action', 'stopKubelet');
    await press(page, 'inject');
    await saysSoon(page, '#status', '/done/');
    await advance(page, '10s');
    await clockIs(page, '1m20s');
    assert.match(await page.text('#records'), /kubelet\s+stop\s+killed/);
  },

  async 'what cannot happen is refused in words'(page) {
    await type(page, '#deed', 'deletePod:\n  name: nobody\n');
    await press(page, 'inject');
    await saysSoon(page, '#status', '/nobody/');
    await type(page, '#deed', 'stopKubelett: {}\n');
    await press(page, 'inject');
    await saysSoon(page, '#status', '/stopKubelett/');
    assert.deepEqual(page.complaints.splice(0).filter((each) => !/status of 40[04]/.test(each)), []);
  },

  async 'whoever looks back is left there, and what happens meanwhile waits'(page) {
    await page.evaluate('document.activeElement.blur()');
    await page.press('Home');
    await saysSoon(page, '#status', '/paused at \\d+ records/');
    await ask('POST', pods, pod('meanwhile'));
    await ask('POST', '/podreel/v1/clock', {advance: '10s'});
    await clockIs(page, '1m30s');
    assert.equal(await cursor(page), 0);
    assert.doesNotMatch(await page.text('.labels'), /meanwhile/);
    await press(page, 'follow');
    await saysSoon(page, '.labels', '/default\\/meanwhile/');
    assert.equal(await cursor(page), 90);
  },

  async 'one goes back, and what came later has not happened'(page) {
    await page.evaluate('document.activeElement.blur()');
    await page.press('Home');
    for (let step = 0; step < 8; step += 1) await press(page, 'next');
    const there = await cursor(page);
    assert.ok(there > 0 && there < 30);
    await press(page, 'back');
    await saysSoon(page, '#status', '/the node was reset to /');
    assert.equal(await cursor(page), there);
    assert.doesNotMatch(await page.text('.labels'), /elsewhere/);
  },

  async 'what one has zoomed in to stays while time goes on'(page) {
    await advance(page, '1m');
    await page.until(`Number(document.getElementById('lanes').getAttribute('aria-valuemax')) > 60`);
    const ticks = () => page.evaluate(`[...document.querySelectorAll('.axis .tick text')].map((each) => each.textContent)`);
    await press(page, 'zoom-in');
    await press(page, 'zoom-in');
    const before = await ticks();
    await ask('POST', '/podreel/v1/clock', {advance: '1s'});
    await page.until(`Number(document.getElementById('lanes').getAttribute('aria-valuenow')) > 61`);
    assert.equal((await ticks()).length > 2, true);
    assert.equal((await ticks())[0], before[0]);
    await press(page, 'fit');
  },

  async 'an act that is answered after a later one does not replace what is said of that'(page) {
    await page.evaluate(`((honest) => {
      window.fetch = (address, options) => {
        if (!/advance/.test(options?.body)) return honest(address, options);
        window.fetch = honest;
        return new Promise((sent) => (window.release = () => {
          window.answered = honest(address, options);
          sent(window.answered);
        }));
      };
    })(window.fetch)`);
    await advance(page, '10s');
    await type(page, '#deed', 'deletePod:\n  name: nobody\n');
    await press(page, 'inject');
    await saysSoon(page, '#status', '/nobody/');
    await page.evaluate(`window.release(), window.answered.then(() => new Promise((done) => setTimeout(done, 200)))`);
    assert.match(await status(page), /nobody/);
    page.complaints.splice(0);
  },

  async 'time goes on by itself'(page) {
    const began = await cursor(page);
    await select(page, 'speed', '60x');
    await page.until(`Number(document.getElementById('lanes').getAttribute('aria-valuenow')) > ${began + 60}`);
    await select(page, 'speed', 'paused');
    await page.evaluate('document.activeElement.blur()');
    await page.until(`document.getElementById('speed').value === 'paused'`);
  },

  async 'what one writes stays while pods come and go'(page) {
    const written = 'deletePod:\n  name: mine\n';
    await type(page, '#deed', written);
    await ask('POST', pods, pod('later'));
    await ask('DELETE', `${pods}/web`);
    await advance(page, '1m');
    await page.until(`!/web/.test(document.querySelector('#pods').innerText)`);
    assert.equal(await page.evaluate(`document.getElementById('deed').value`), written);
    await select(page, 'action', 'exitContainer');
    assert.match(await page.evaluate(`document.getElementById('deed').value`), /pod: later/);
  },

  async 'the button of an action does not move while the node does'(page) {
    const height = () => page.evaluate(`document.getElementById('inject').getBoundingClientRect().top + scrollY`);
    const before = await height();
    await ask('POST', pods, pod('next'));
    await advance(page, '1m');
    await saysSoon(page, '#pods', '/next\\s+1\\/1/');
    assert.equal(await height(), before);
  },

  'everything that one uses has a name': everythingHasAName,
  'dark and light follow the system until somebody chooses': followsTheSystemUntilSomebodyChooses,
  'on a phone nothing is wider than the screen': fitsAPhone,
  'it asks nobody but where it comes from': (page) => asksNobodyBut(page, address),
};

const suite = new Suite(browser, '');
const page = await suite.open(address);
for (const [name, test] of Object.entries(tests)) await suite.check(name, page, test);
if (pictures) await takePictures(page, pictures, 'live');
await suite.close();
