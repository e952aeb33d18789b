// A headless Chromium, driven through a pipe in the DevTools protocol: needs nothing but node.
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

// A page may change its address hundreds of times a second.
const flags = [
  '--headless=new', '--no-sandbox', '--disable-ipc-flooding-protection', '--disable-gpu', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic',
  '--disable-dev-shm-usage', '--remote-debugging-pipe',
];

export class Browser {
  #profile = mkdtempSync(join(tmpdir(), 'podreel-browser-'));
  #waiting = new Map();
  #listeners = [];
  #sent = 0;

  constructor(program) {
    const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'];
    this.process = spawn(program, [...flags, `--user-data-dir=${this.#profile}`, 'about:blank'], {stdio});
    let text = '';
    this.process.stdio[4].setEncoding('utf8').on('data', (part) => {
      const messages = (text + part).split('\0');
      text = messages.pop();
      for (const message of messages) this.#receive(JSON.parse(message));
    });
  }

  #receive(message) {
    if (message.id === undefined) {
      for (const listener of this.#listeners) listener(message);
      return;
    }
    const {resolve, reject} = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) reject(new Error(message.error.message));
    else resolve(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.#sent;
    this.process.stdio[3].write(`${JSON.stringify({id, method, params, sessionId})}\0`);
    return new Promise((resolve, reject) => this.#waiting.set(id, {resolve, reject}));
  }

  listen(listener) {
    this.#listeners.push(listener);
  }

  async open(file, {width, height}) {
    const {targetId} = await this.send('Target.createTarget', {url: 'about:blank'});
    const {sessionId} = await this.send('Target.attachToTarget', {targetId, flatten: true});
    const page = new Page(this, sessionId);
    await page.load(file, width, height);
    return page;
  }

  async close() {
    const ended = new Promise((resolve) => this.process.on('exit', resolve));
    await Promise.race([this.send('Browser.close').catch(() => {}), ended]);
    await ended;
    rmSync(this.#profile, {recursive: true, force: true, maxRetries: 5, retryDelay: 100});
  }
}

class Page {
  /** Console messages, what was thrown, and what was asked of the network. */
  complaints = [];
  requests = [];
  #loaded = null;

  constructor(browser, session) {
    this.browser = browser;
    this.session = session;
    browser.listen((message) => message.sessionId === session && this.#receive(message));
  }

  #receive({method, params}) {
    if (method === 'Runtime.consoleAPICalled') this.complaints.push(params.args.map((each) => each.value).join(' '));
    if (method === 'Runtime.exceptionThrown') this.complaints.push(params.exceptionDetails.exception?.description);
    if (method === 'Log.entryAdded') this.complaints.push(params.entry.text);
    if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
    if (method === 'Page.loadEventFired') this.#loaded?.();
  }

  send(method, params) {
    return this.browser.send(method, params, this.session);
  }

  async load(file, width, height) {
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await this.send(`${domain}.enable`);
    await this.resize(width, height);
    const loaded = new Promise((resolve) => {
      this.#loaded = resolve;
    });
    await this.send('Page.navigate', {url: file.includes('://') ? file : `file://${file}`});
    await loaded;
    await this.settle();
  }

  async resize(width, height) {
    await this.send('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: false});
    await this.settle();
  }

  async evaluate(expression) {
    const {result, exceptionDetails} = await this.send('Runtime.evaluate', {
      expression, returnByValue: true, awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  settle() {
    return this.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))');
  }

  text(selector) {
    return this.evaluate(`(({innerText, textContent}) => innerText ?? textContent)(document.querySelector(${JSON.stringify(selector)}))`);
  }

  /** The middle of an element, where a mouse would go. */
  async middle(selector) {
    const element = `document.querySelector(${JSON.stringify(selector)})`;
    await this.evaluate(`${element}.scrollIntoView({block: 'center'})`);
    await this.settle();
    return this.evaluate(`(({left, top, width, height}) => ({x: left + width / 2, y: top + height / 2}))(
      ${element}.getBoundingClientRect())`);
  }

  async mouse(type, {x, y}, more = {}) {
    await this.send('Input.dispatchMouseEvent', {type, x, y, ...more});
  }

  async hover(place) {
    await this.mouse('mouseMoved', place);
    await this.settle();
  }

  async click(place) {
    await this.mouse('mouseMoved', place);
    for (const type of ['mousePressed', 'mouseReleased']) await this.mouse(type, place, {button: 'left', clickCount: 1});
    await this.settle();
  }

  /** Clicks an element, again if it moved away before the click arrived, as while a page shows what is new. */
  async clickOn(selector) {
    const element = `document.querySelector(${JSON.stringify(selector)})`;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const place = await this.middle(selector);
      await this.evaluate(`window.hasArrived = false,
        ${element}.addEventListener('click', () => (window.hasArrived = true), {once: true, capture: true})`);
      await this.click(place);
      if (await this.evaluate('window.hasArrived')) return;
    }
    throw new Error(`no click arrived at ${selector}`);
  }

  /** What a keyboard or a clipboard would put where the focus is. */
  async insert(text) {
    await this.send('Input.insertText', {text});
    await this.settle();
  }

  /** Until an expression is true. */
  async until(expression, milliseconds = 60000) {
    const end = Date.now() + milliseconds;
    while (!await this.evaluate(`Boolean(${expression})`)) {
      if (Date.now() > end) throw new Error(`not so within ${milliseconds} ms: ${expression}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async press(key) {
    const typed = key === 'Enter' ? {text: '\r', windowsVirtualKeyCode: 13} : {};
    for (const type of ['keyDown', 'keyUp']) await this.send('Input.dispatchKeyEvent', {type, key, ...typed});
    await this.settle();
  }

  async prefer(scheme) {
    await this.send('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value: scheme}]});
    await this.settle();
  }
}
