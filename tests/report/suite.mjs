// Tests of pages: names and what they do, one line each.
import assert from 'node:assert/strict';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Browser} from './browser.mjs';

export const desktop = {width: 1280, height: 900};
export const phone = {width: 390, height: 844};

export class Suite {
  #failed = 0;

  constructor(program, folder) {
    this.browser = new Browser(program);
    this.folder = folder;
  }

  /** Of the folder, or an address. */
  open(file) {
    return this.browser.open(file.includes('://') ? file : join(this.folder, file), desktop);
  }

  /** A page that complains fails whatever is tested. */
  async check(name, page, test) {
    try {
      await test(page);
      assert.deepEqual(page.complaints.splice(0), []);
      console.log(`ok: ${name}`);
    } catch (error) {
      this.#failed += 1;
      console.log(`failed: ${name}\n${error.stack}`);
    }
  }

  async close() {
    await this.browser.close();
    process.exitCode = this.#failed > 0 ? 1 : 0;
  }
}

export const press = (page, id) => page.clickOn(`#${id}`);

export const cursor = (page) => page.evaluate(`Number(document.getElementById('lanes').getAttribute('aria-valuenow'))`);

export const count = (page, selector) => page.evaluate(`document.querySelectorAll(${JSON.stringify(selector)}).length`);

/** Chooses an option as somebody would. */
export const select = (page, id, value) => page.evaluate(`(document.getElementById('${id}').value = '${value}',
  document.getElementById('${id}').dispatchEvent(new Event('change')))`);

export const texts = (page, selector) => page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => each.innerText)`);

/** Fills a field as somebody would. */
export const type = (page, field, text) => page.evaluate(`((input) => (input.value = ${JSON.stringify(text)},
  input.dispatchEvent(new Event('input'))))(document.querySelector('${field}'))`);

/** How long the page's thread has the processor for what `actions` do. */
export async function busySeconds(page, actions) {
  await page.send('Performance.enable', {timeDomain: 'threadTicks'});
  const busy = async () => (await page.send('Performance.getMetrics')).metrics.find(({name}) => name === 'TaskDuration').value;
  const began = await busy();
  await actions();
  return await busy() - began;
}

// What holds for every page.

export function loadsNothing(page) {
  assert.deepEqual(page.requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:')), []);
}

export async function followsTheSystemUntilSomebodyChooses(page) {
  const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  await page.prefer('light');
  const light = await ground();
  await page.prefer('dark');
  const dark = await ground();
  assert.notEqual(dark, light);
  await press(page, 'theme');
  assert.equal(await ground(), light);
  await press(page, 'theme');
  assert.equal(await ground(), dark);
}

export async function fitsAPhone(page) {
  await page.resize(phone.width, phone.height);
  const [content, screen] = await page.evaluate('[document.documentElement.scrollWidth, document.documentElement.clientWidth]');
  assert.ok(content <= screen, `${content} > ${screen}`);
  // A title that has no room breaks within its words.
  const broken = await page.evaluate(`[...document.querySelectorAll('h1:not(.unseen), h2:not(.unseen)')]
    .filter((each) => each.checkVisibility() && each.textContent.length > 6 && each.clientWidth < 60)
    .map((each) => each.textContent)`);
  assert.deepEqual(broken, []);
  await page.resize(desktop.width, desktop.height);
}

export async function everythingHasAName(page) {
  const nameless = await page.evaluate(`[...document.querySelectorAll('button, input, select, textarea, [tabindex="0"]')]
    .filter((each) => each.checkVisibility())
    .filter((each) => !(each.labels?.length || each.ariaLabel || each.title || each.textContent.trim() || each.getAttribute('aria-labelledby')))
    .map((each) => each.outerHTML.slice(0, 90))`);
  assert.deepEqual(nameless, []);
}

export function asksNobodyBut(page, address) {
  const {origin} = new URL(address);
  assert.deepEqual(page.requests.filter((url) => !url.startsWith(origin) && !url.startsWith('data:')), []);
}

/** NAME-1400-light.png and its like in the folder. */
export async function takePictures(page, folder, name) {
  await page.send('Emulation.setScrollbarsHidden', {hidden: true});
  for (const [size, width] of [[{width: 1400, height: 1000}, '1400'], [phone, '390']]) {
    await page.resize(size.width, size.height);
    for (const scheme of ['light', 'dark']) {
      await page.evaluate(`delete document.documentElement.dataset.theme`);
      await page.prefer(scheme);
      await page.evaluate(`Promise.all(document.getAnimations().map(({finished}) => finished)).then(() => null)`);
      const {data} = await page.send('Page.captureScreenshot', {captureBeyondViewport: true});
      writeFileSync(join(folder, `${name}-${width}-${scheme}.png`), Buffer.from(data, 'base64'));
    }
  }
  await page.resize(desktop.width, desktop.height);
}

export async function prints(page) {
  const {data} = await page.send('Page.printToPDF', {printBackground: true});
  assert.ok(data.length > 10000);
  assert.equal(Buffer.from(data, 'base64').subarray(0, 5).toString(), '%PDF-');
}
