// What somebody does in the playground: playground_test.mjs BROWSER ADDRESS [FOLDER]. Pictures of it are put into FOLDER.
import assert from 'node:assert/strict';
import {
  Suite, asksNobodyBut, count, cursor, desktop, everythingHasAName, fitsAPhone, followsTheSystemUntilSomebodyChooses, phone, press, select, takePictures,
  type,
} from '../report/suite.mjs';

const [browser, address, pictures] = process.argv.slice(2);

const crashLoop = `apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: written-here}
spec:
  duration: 3m
  node: {kubelet: {version: "1.30"}}
  runtime:
    pods: [{name: web, containers: [{name: app, runs: [{for: 5s, exitCode: 1}]}]}]
  timeline:
    - at: 0s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec: {containers: [{name: app, image: "nginx:1.25"}]}
`;

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: app, image: "nginx:1.25"}]}
`;

const hostile = `apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: hostile}
spec:
  description: "<img src=x onerror='window.injected=1'></script><script>window.injected=1</script>"
  duration: 20s
  timeline:
    - at: 0s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec: {containers: [{name: app, image: "<img/src=x/onerror=window.injected=1>"}]}
  expect:
    - {event: {reason: "<script>window.injected=1</script>"}, because: "<b id=injected>x</b>"}
`;

const shadow = `document.getElementById('editor').shadowRoot`;
const text = (page) => page.evaluate(`[...${shadow}.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\\n')`);
const digest = async (page) => /digest\s+([0-9a-f]{32})/.exec(await page.text('#facts'))?.[1];
const status = (page) => page.text('#status');
const ranAs = (page, name) => page.until(`document.getElementById('status').textContent.startsWith('${name}: ') && document.getElementById('stop').hidden`);

/** Replaces the text of the editor. */
async function write(page, scenario) {
  await page.evaluate(`${shadow}.querySelector('.cm-content').focus()`);
  const all = {key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65, modifiers: 2, commands: ['selectAll']};
  await page.send('Input.dispatchKeyEvent', {type: 'rawKeyDown', ...all});
  await page.insert(scenario);
}

async function run(page, name) {
  await page.evaluate(`document.getElementById('status').textContent = ''`);
  await press(page, 'go');
  await ranAs(page, name);
}

/** Keeps the page's next request of a kind from the engine until it is released. */
const holdBack = (page, ask) => page.evaluate(`((honest) => {
  window.release = undefined;
  const hasToWait = (body) => !window.release && typeof body === 'string' && body.includes('"ask":"${ask}"');
  const held = (send) => new Promise((sent) => (window.release = () => sent(send())));
  window.fetch = (address, options) => (hasToWait(options?.body)
    ? held(() => (window.answered = honest.fetch(address, options)))
    : honest.fetch(address, options));
  Worker.prototype.postMessage = function (message) {
    if (!hasToWait(message.request)) return honest.post.call(this, message);
    window.answered = new Promise((answered) => this.addEventListener('message', answered, {once: true}));
    return held(() => honest.post.call(this, message));
  };
})(window.honest ??= {fetch: window.fetch.bind(window), post: Worker.prototype.postMessage})`);
const isHeldBack = (page) => page.until('window.release');
const release = async (page) => {
  await page.evaluate('(release(), answered).then(() => new Promise((done) => setTimeout(done))).then(() => 0)');
  await page.settle();
};

async function goToRecord(page, words, from = 'Home') {
  await page.evaluate('document.activeElement?.blur()');
  await page.press(from);
  await type(page, '#break', words);
  await press(page, 'break-next');
}

const tests = {
  async 'it begins with a run'(page) {
    await ranAs(page, 'crash-loop');
    assert.match(await page.text('#title'), /^crash-loop$/);
    assert.match(await page.text('#held'), /^(\d+) of \1 expectations held$/);
    assert.match(await page.text('.labels'), /default\/web[^]*app[^]*pod worker/);
  },

  async 'what is wrong is shown at its position, while it is written'(page) {
    await write(page, crashLoop.replace('duration: 3m', 'duration: three'));
    await page.until(`document.querySelector('#problems li')`);
    assert.match(await page.text('#problems'), /5:13[^]*spec\.duration: [^]*three/);
    assert.match(await status(page), /1 problem/);
    await page.until(`${shadow}.querySelector('.cm-lintRange-error')?.textContent === 'three'`);
  },

  async 'fields and values are completed from the format'(page) {
    await write(page, 'kind: Scenario\nspec:\n  dur');
    await page.insert('a');
    await page.until(`${shadow}.querySelector('.cm-tooltip-autocomplete')`);
    assert.match(await page.evaluate(`${shadow}.querySelector('.cm-tooltip-autocomplete').textContent`), /duration/);
    await page.press('Escape');
    await write(page, 'kind: Scenario\nspec:\n  timing: i');
    await page.insert('d');
    await page.until(`${shadow}.querySelector('.cm-tooltip-autocomplete')?.textContent.includes('ideal')`);
    await page.press('Escape');
  },

  async 'a crash loop is written, run and seen'(page) {
    await write(page, crashLoop);
    await run(page, 'written-here');
    assert.equal(await count(page, '#problems li'), 0);
    assert.ok(await count(page, '.bar.backoff') > 0);
    assert.equal(await cursor(page), 0);
    await press(page, 'last');
    assert.match(await page.text('#pods'), /web\s+0\/1\s+(CrashLoopBackOff|Error)\s+\d/);
  },

  async 'one steps back, and the pods are those of that instant'(page) {
    const before = await cursor(page);
    for (let step = 0; step < 5; step += 1) await press(page, 'previous');
    assert.ok(await cursor(page) < before);
    await page.evaluate('document.activeElement.blur()');
    await page.press('Home');
    assert.match(await page.text('#pods'), /web\s+0\/1\s+Pending/);
    await page.evaluate(`(document.getElementById('when').value = 6, document.getElementById('when').dispatchEvent(new Event('input')))`);
    assert.equal(await cursor(page), 6);
    assert.match(await page.text('#pods'), /web\s+0\/1\s+Error/);
  },

  async 'time goes on until a record contains the searched words'(page) {
    await page.evaluate('document.activeElement.blur()');
    await page.press('Home');
    await select(page, 'speed', '60');
    await type(page, '#break', 'kubelet backoff');
    await press(page, 'play');
    await page.until(`document.getElementById('play').textContent === 'Play'`);
    assert.match(await page.text('#record'), /kubelet: BackOff/);
    assert.match(await status(page), /stopped at [\d.]+s: kubelet: BackOff/);
    await press(page, 'break-previous');
    assert.match(await status(page), /no earlier record contains these words/);
  },

  async 'a sync shows its reasons in place'(page) {
    await goToRecord(page, 'pod worker sync exit');
    assert.match(await page.text('#record'), /back-off is 10s/);
  },

  async 'a hang is injected at the cursor; what was before it stays'(page) {
    await goToRecord(page, 'StartContainer');
    const before = await page.evaluate(`document.getElementById('records').innerText.split('\\n').slice(0, 8).join('\\n')`);
    await select(page, 'action', 'hangRuntime');
    assert.match(await page.text('#inject'), /^Perform it at 0\.0\d+s$/);
    assert.match(await page.evaluate(`document.getElementById('deed').value`), /^hangRuntime:\n {2}for: 10s/);
    await page.evaluate(`document.getElementById('status').textContent = ''`);
    await press(page, 'inject');
    await ranAs(page, 'written-here');
    assert.match(await text(page), /image: "nginx:1\.25"}]}\n {4}- at: 0\.0\d+s\n {6}hangRuntime:\n {8}for: 10s/);
    assert.equal(await page.evaluate(`document.getElementById('records').innerText.split('\\n').slice(0, 8).join('\\n')`), before);
    assert.match(await page.text('.labels'), /runtime/);
    await goToRecord(page, 'runtime hang');
    assert.match(await status(page), /stopped at 0\.0/);
  },

  async 'a step finds its place in what is written in other ways'(page) {
    const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: a}]}\n';
    const scenario = 'apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: other}\n';
    const styles = [
      [pod, 'scenario', /image: a}]}\n---\napiVersion: [^]*timeline:\n {4}- at: [\d.]+s\n {6}stopKubelet:/],
      [`${scenario}spec:\n  duration: 30s\n---\n${pod}`, 'other', /duration: 30s\n {2}timeline:\n {4}- at: 30s\n {6}stopKubelet:/],
      [`${scenario}spec: {duration: 30s}\n---\n${pod}`, 'other', /spec: {duration: 30s, timeline: \[{at: 30s, stopKubelet: {signal: KILL}}\]}/],
      [`${scenario}spec: {duration: 30s, timeline: [{at: 1s, fillDisk: {}}]}\n---\n${pod}`, 'other', /fillDisk: {}}, {at: 30s, stopKubelet: {signal: KILL}}\]}/],
    ];
    for (const [written, name, expected] of styles) {
      await write(page, written);
      await run(page, name);
      await page.evaluate('document.activeElement.blur()');
      await page.press('End');
      await page.evaluate(`(document.getElementById('when').value = document.getElementById('when').max, document.getElementById('when').dispatchEvent(new Event('input')))`);
      await select(page, 'action', 'stopKubelet');
      await page.evaluate(`document.getElementById('status').textContent = ''`);
      await press(page, 'inject');
      await page.until(`/^(playground|other): /.test(document.getElementById('status').textContent)`);
      assert.match(await text(page), expected);
      assert.equal(await count(page, '#problems .problem'), 0);
    }
    await write(page, crashLoop);
    await run(page, 'written-here');
  },

  async 'two releases are shown side by side, and where they part'(page) {
    await page.evaluate(`document.getElementById('status').textContent = ''`);
    await select(page, 'kubelet', '1.30');
    await ranAs(page, 'written-here');
    await page.evaluate(`document.getElementById('status').textContent = ''`);
    await select(page, 'beside', '1.36');
    await ranAs(page, 'written-here');
    assert.match(await page.text('#runs'), /1\.30\.\d+[^]*1\.36\.\d+/);
    assert.match(await page.text('#divergences'), /1\.30\.\d+ → 1\.36\.\d+/);
    assert.match(await status(page), /records and \d+ records/);
  },

  async 'a link holds the whole scenario, and where one looks at it'(page, suite) {
    await goToRecord(page, 'BackOff');
    const there = [await text(page), await page.text('#runs'), await cursor(page)];
    await press(page, 'share');
    await page.until(`/holds the whole scenario/.test(document.getElementById('status').textContent)`);
    const link = await page.evaluate('location.href');
    const other = await suite.open(link);
    await ranAs(other, 'written-here');
    assert.deepEqual([await text(other), await other.text('#runs'), await cursor(other)], there);
    assert.deepEqual(other.complaints, []);
    await other.send('Page.close');
    await page.send('Page.bringToFront');
  },

  async 'a link that is broken is reported'(page) {
    await page.evaluate(`location.hash = '#s=nonsense'`);
    await page.until(`/the link is broken/.test(document.getElementById('status').textContent)`);
  },

  async 'a lesson asks before it shows'(page) {
    await select(page, 'theme-of', 'lessons');
    await page.until(`document.querySelector('#entry option[value="04-crash-back-off"]')`);
    await select(page, 'entry', '04-crash-back-off');
    await page.until(`!document.getElementById('quiz').hidden`);
    assert.match(await page.text('#quiz-title'), /Question 1 of 3, at 0s/);
    assert.ok(await count(page, '#records tr') <= 2);
    assert.equal(await page.evaluate(`document.getElementById('more').checkVisibility()`), false);
    assert.equal(await page.evaluate(`document.getElementById('editor').checkVisibility()`), false);
    assert.match(await page.text('#covered'), /contains the answers/);
    await press(page, 'answer');
    assert.match(await page.text('#judged'), /Choose an answer first/);
    await page.clickOn('#choices label:nth-child(2)');
    await press(page, 'answer');
    await page.until(`/^No\\./.test(document.getElementById('judged').textContent)`);
    assert.match(await page.text('#judged'), /Correct answer: At once/);
    await press(page, 'go-on');
    await page.until(`/Question 2 of 3/.test(document.getElementById('quiz-title').textContent)`);
    assert.ok(await page.evaluate(`Number(document.getElementById('when').max)`) < 2);
    await page.clickOn('#choices label:nth-child(2)');
    await press(page, 'answer');
    await page.until(`/^Right\\./.test(document.getElementById('judged').textContent)`);
    await press(page, 'show-all');
    await page.until(`document.getElementById('quiz').hidden`);
    await page.until(`Number(document.getElementById('when').max) === 900`);
    assert.ok(await digest(page));
    assert.equal(await page.evaluate(`document.getElementById('more').checkVisibility()`), true);
    assert.equal(await page.evaluate(`document.getElementById('editor').checkVisibility()`), true);
  },

  async 'an exercise is judged, and a link keeps it'(page, suite) {
    await page.evaluate(`location.hash = '#open=lessons/19-states-of-a-pod-worker'`);
    await page.until(`!document.getElementById('quiz').hidden`);
    await press(page, 'show-all');
    await page.until(`document.getElementById('quiz').hidden && document.getElementById('stop').hidden`);
    assert.match(await page.text('#task'), /gone from the API within four seconds/);
    await press(page, 'solve');
    await page.until(`/^Not solved yet: \\d of \\d expectations held/.test(document.getElementById('verdict').textContent)`);
    assert.match(await page.text('#missing'), /scenarios\/library\/lessons\/19-states/);
    await write(page, (await text(page)).replace('exitAfter: 5s', 'exitAfter: 2s'));
    await press(page, 'solve');
    await page.until(`/^Solved: (\\d) of \\1 expectations held/.test(document.getElementById('verdict').textContent)`);
    assert.equal(await page.text('#task code'), 'web');
    await run(page, '19-states-of-a-pod-worker');
    await press(page, 'share');
    await page.until(`/holds the whole scenario/.test(document.getElementById('status').textContent)`);
    await write(page, `${await text(page)}\n# edited`);
    await page.until(`document.getElementById('verdict').textContent === ''`);
    const other = await suite.open(await page.evaluate('location.href'));
    await other.until(`!document.getElementById('exercise').hidden`);
    assert.deepEqual(other.complaints, []);
    await other.send('Page.close');
    await page.send('Page.bringToFront');
  },

  async 'a run that is older than the scenario says so'(page) {
    await write(page, crashLoop);
    await run(page, 'written-here');
    assert.equal(await page.evaluate(`document.getElementById('stale').checkVisibility()`), false);
    await write(page, crashLoop.replace('kind: Scenario', 'kind: Nothing'));
    await page.until(`document.querySelector('#problems li')`);
    await press(page, 'go');
    await page.until(`/problem/.test(document.getElementById('status').textContent)`);
    assert.equal(await page.evaluate(`document.getElementById('stale').checkVisibility()`), true);
  },

  async 'a check that is answered after a later run changes nothing'(page) {
    await holdBack(page, 'check');
    await write(page, `${crashLoop}# checked late\n`);
    await isHeldBack(page);
    await run(page, 'written-here');
    await release(page);
    assert.match(await status(page), /^written-here: /);
  },

  async 'what is edited during a run is not what has run'(page) {
    await write(page, crashLoop);
    await holdBack(page, 'play');
    await press(page, 'go');
    await isHeldBack(page);
    await write(page, crashLoop.replace('duration: 3m', 'duration: three'));
    await page.until(`document.querySelector('#problems li')`);
    await release(page);
    await ranAs(page, 'written-here');
    assert.match(await page.text('#problems'), /5:13/);
    assert.equal(await page.evaluate(`document.getElementById('stale').checkVisibility()`), true);
  },

  async 'of two scenarios that are opened at once, the one chosen last is shown'(page) {
    await select(page, 'theme-of', '.');
    await page.until(`document.querySelector('#entry option[value="sidecar"]')`);
    await holdBack(page, 'source');
    await select(page, 'entry', 'sidecar');
    await isHeldBack(page);
    await select(page, 'entry', 'crash-loop');
    await ranAs(page, 'crash-loop');
    await release(page);
    assert.match(await text(page), /name: crash-loop/);
  },

  async 'a verdict on an older text is withdrawn'(page) {
    await page.evaluate(`location.hash = '#open=lessons/19-states-of-a-pod-worker'`);
    await page.until(`!document.getElementById('quiz').hidden`);
    await press(page, 'show-all');
    await page.until(`document.getElementById('quiz').hidden && document.getElementById('stop').hidden`);
    await holdBack(page, 'solve');
    await press(page, 'solve');
    await isHeldBack(page);
    await write(page, `${await text(page)}\n# edited`);
    await release(page);
    assert.equal(await page.text('#verdict'), '');
  },

  async 'pasted output of kubectl leads to podreel reproduce'(page) {
    await write(page, 'NAME    READY   STATUS             RESTARTS      AGE\nweb-0   0/1     CrashLoopBackOff   4 (62s ago)   3m\n');
    await page.until(`document.getElementById('paste').checkVisibility()`);
    assert.match(await page.text('#paste'), /podreel reproduce incident\.txt/);
    await write(page, crashLoop);
    await page.until(`!document.getElementById('paste').checkVisibility()`);
  },

  async 'a pasted manifest is run, as podreel says what it assumes'(page) {
    await write(page, deployment);
    await run(page, 'scenario');
    assert.equal(await count(page, '#problems li.problem'), 0);
    assert.match(await page.text('#problems'), /one of 3 replicas is created[^]*processes are not run/);
    await page.evaluate('document.activeElement?.blur()');
    await page.press('End');
    assert.match(await page.text('#pods'), /web-\S+\s+[01]\/1\s/);
  },

  async 'the scenario and pasted output are saved as they are'(page) {
    await page.evaluate(`(window.saved = [], window.click = HTMLAnchorElement.prototype.click,
      window.makeAddress = URL.createObjectURL, URL.createObjectURL = (blob) => (saved.push(blob.text()), window.makeAddress.call(URL, blob)),
      HTMLAnchorElement.prototype.click = function () { saved.push(this.download); })`);
    await write(page, crashLoop);
    await press(page, 'download');
    const incident = 'NAME    READY   STATUS             RESTARTS   AGE\nweb-0   0/1     ErrImagePull   0   3m\n';
    await write(page, incident);
    await page.until(`document.getElementById('paste').checkVisibility()`);
    await press(page, 'save-paste');
    assert.deepEqual(await page.evaluate('Promise.all(saved)'), [crashLoop, 'scenario.yaml', incident, 'incident.txt']);
    await page.evaluate('(HTMLAnchorElement.prototype.click = window.click, URL.createObjectURL = window.makeAddress, undefined)');
  },

  async 'on a phone one sees the run, and what is completed covers neither the line nor the button'(page) {
    await page.resize(phone.width, phone.height);
    await write(page, 'kind: Scenario\nspec:\n  dur');
    await page.insert('a');
    await page.until(`${shadow}.querySelector('.cm-tooltip-autocomplete')`);
    const shapes = await page.evaluate(`(({left, right, top, bottom}, line, go) => ({left, right, top, bottom, line: line.bottom, go}))(
      ${shadow}.querySelector('.cm-tooltip-autocomplete').getBoundingClientRect(),
      ((range) => (range.selectNodeContents(${shadow}.querySelector('.cm-activeLine')), range.getBoundingClientRect()))(document.createRange()),
      document.getElementById('go').getBoundingClientRect().toJSON())`);
    assert.ok(shapes.left >= 0 && shapes.right <= phone.width, JSON.stringify(shapes));
    assert.ok(shapes.top >= shapes.line - 1, JSON.stringify(shapes));
    assert.ok(shapes.go.bottom <= shapes.top || shapes.go.top >= shapes.bottom, JSON.stringify(shapes));
    await page.press('Escape');
    await write(page, crashLoop);
    await page.evaluate('scrollTo(0, 0)');
    await run(page, 'written-here');
    await page.until(`Math.abs(document.getElementById('shown').getBoundingClientRect().top) < 100`);
    await page.evaluate('scrollTo(0, 0)');
    await page.resize(desktop.width, desktop.height);
  },

  async 'a scenario that the link names but the catalogue lacks is reported'(page) {
    await page.evaluate(`location.hash = '#open=lessons/none'`);
    await page.until(`/which is not in this theme/.test(document.getElementById('status').textContent)`);
  },

  async 'nothing from a scenario is markup'(page) {
    await write(page, hostile);
    await run(page, 'hostile');
    assert.match(await page.text('#summary'), /<\/script><script>/);
    await page.press('Home');
    await goToRecord(page, '<img/src');
    assert.match(await page.text('#records'), /<img\/src=x/);
    assert.match(await page.text('#held'), /^0 of 1 expectation held/);
    assert.equal(await page.evaluate('window.injected'), undefined);
    assert.equal(await count(page, 'img'), 0);
  },

  async 'everything that one uses has a name, and the keyboard leaves the editor'(page) {
    await everythingHasAName(page);
    await page.evaluate(`${shadow}.querySelector('.cm-content').focus()`);
    const tab = {key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9};
    await page.send('Input.dispatchKeyEvent', {type: 'keyDown', ...tab});
    assert.equal(await page.evaluate('document.activeElement.id'), 'go');
  },

  'dark and light follow the system until somebody chooses': followsTheSystemUntilSomebodyChooses,
  'on a phone nothing is wider than the screen': fitsAPhone,

  'it asks nobody but where it comes from': (page) => asksNobodyBut(page, address),
};

const suite = new Suite(browser, '');
const page = await suite.open(address);
for (const [name, test] of Object.entries(tests)) await suite.check(name, page, (opened) => test(opened, suite));
if (pictures) {
  await write(page, crashLoop);
  await run(page, 'written-here');
  await takePictures(page, pictures, 'playground');
}
await suite.close();
