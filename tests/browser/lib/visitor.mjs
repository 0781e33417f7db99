// Somebody in front of a browser: a context with its own cookies, watched for anything that a page must not do.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import * as access from './access.mjs';

const SIZES = [
  { width: 390, height: 844, touch: true },
  { width: 1280, height: 900, touch: false },
];

export class Visitor {
  /** walk: { browser, demo, words, report, screens }; options: lang, scripts, phone. */
  static async arrive(walk, who, { lang = 'zh', scripts = true, phone = false } = {}) {
    const context = await walk.browser.newContext({
      baseURL: walk.demo.address,
      locale: lang === 'zh' ? 'zh-CN' : 'en-GB',
      timezoneId: 'Asia/Shanghai',
      javaScriptEnabled: scripts,
      viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 900 },
      hasTouch: phone,
      isMobile: phone,
      acceptDownloads: true,
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(15_000);
    const visitor = new Visitor(walk, who, context, await context.newPage(), lang);
    visitor.watch();
    return visitor;
  }

  constructor(walk, who, context, page, lang) {
    Object.assign(this, { walk, who, context, page, lang, report: walk.report, expected: new Set() });
  }

  /** The words of the catalogue in this person's language. */
  word(key) {
    return this.walk.words.text(this.lang, key);
  }

  like(key) {
    return this.walk.words.pattern(this.lang, key);
  }

  watch() {
    const at = () => new URL(this.page.url()).pathname;
    this.page.on('console', (message) => {
      // A refusal that the walk provokes shows in the console as a failed load of the page: that is how it should be.
      if (message.type() !== 'error' || /the server responded with a status of 4\d\d/.test(message.text())) return;
      this.report.fault(`${this.who}: the console at ${at()}: ${message.text()}`);
    });
    this.page.on('pageerror', (error) => this.report.fault(`${this.who}: a script failed at ${at()}: ${error.message}`));
    this.page.on('requestfailed', (request) => {
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') {
        this.report.fault(`${this.who}: ${request.method()} ${request.url()}: ${request.failure()?.errorText}`);
      }
    });
    this.page.on('request', (request) => {
      if (!request.url().startsWith(this.walk.demo.address) && !request.url().startsWith('data:')) {
        this.report.fault(`${this.who}: the page asks another server: ${request.url()}`);
      }
    });
    this.page.on('response', async (response) => {
      const { pathname } = new URL(response.url());
      const status = response.status();
      if (status >= 500 || (status >= 400 && !this.expected.has(status))) {
        this.report.fault(`${this.who}: ${response.request().method()} ${pathname} answered ${status}`);
      }
      const headers = response.headers();
      if ((headers['content-type'] ?? '').startsWith('text/html')) {
        const policy = headers['content-security-policy'] ?? '';
        this.report.check(/default-src 'none'|default-src 'self'/.test(policy), `${pathname}: a strict content security policy`);
        this.report.check(!/unsafe-/.test(policy), `${pathname}: nothing unsafe in the content security policy`);
        this.report.equal(headers['x-content-type-options'], 'nosniff', `${pathname}: x-content-type-options`);
      }
    });
  }

  /** Runs something that the server is to refuse with this status. */
  async refused(status, act) {
    return this.expecting([status], act);
  }

  /** The same for a refusal with any of these. */
  async expecting(statuses, act) {
    statuses.forEach((status) => this.expected.add(status));
    try {
      return await act();
    } finally {
      statuses.forEach((status) => this.expected.delete(status));
    }
  }

  /** Opens an address; somebody who is asked to slow down waits and asks again. */
  async open(address, how = '') {
    for (let tries = 0; tries < 4; tries += 1) {
      const response = await this.expecting([403, 404, 409, 410, 429], () => this.page.goto(address));
      if (response?.status() !== 429) {
        this.report.check(response !== null && response.status() < 400, `${this.who}: ${how || 'the address'} leads to ${address}, which answers ${response?.status()}`);
        return response;
      }
      const pause = Number(response.headers()['retry-after'] ?? 5);
      this.report.check(pause > 0 && pause <= 60, `${address}: retry-after of ${pause} s`);
      await new Promise((resolve) => setTimeout(resolve, pause * 1000 + 200));
    }
    this.report.fault(`${this.who}: ${address} answers 429 again and again`);
    return null;
  }

  /** A field by its label: the whole label where there is one, else the first whose label has these words. */
  async field(label) {
    const whole = this.page.getByLabel(label, { exact: true });
    return (await whole.count()) ? whole.first() : this.page.getByLabel(label).first();
  }

  async fill(label, value) {
    await (await this.field(label)).fill(value);
  }

  async choose(label, value) {
    await (await this.field(label)).selectOption(value);
  }

  async tick(label) {
    await (await this.field(label)).check();
  }

  /** Puts files into a field of a form. */
  async attach(label, ...files) {
    await (await this.field(label)).setInputFiles(files);
  }

  async press(name) {
    await this.page.getByRole('button', { name, exact: typeof name === 'string' }).first().click();
    await this.page.waitForLoadState('load');
  }

  async follow(name) {
    await this.page.getByRole('link', { name, exact: typeof name === 'string' }).first().click();
    await this.page.waitForLoadState('load');
  }

  /** Opens an address again and again until `ready` finds what background work brings about. */
  async waits(address, ready, what) {
    for (let tries = 0; tries < 60; tries += 1) {
      await this.open(address);
      if (await ready()) return this.report.check(true, what);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return this.report.check(false, `${what}, within half a minute at ${address}`);
  }

  /** Signs in at the workplace. */
  async signIn({ login, password }) {
    await this.open('/staff/login');
    await this.fill(this.word('accounts.field.login'), login);
    await this.fill(this.word('accounts.field.password'), password);
    await this.press(this.word('accounts.login.button'));
    this.report.check(!this.page.url().includes('/login'), `${this.who}: signed in as ${login}`);
  }

  /** The text of the page's content. */
  async main() {
    return this.page.locator('main').innerText();
  }

  async sees(text, what = `${this.who} sees ${text}`) {
    const content = await this.main();
    const found = text instanceof RegExp ? text.test(content) : content.includes(text);
    return this.report.check(found, `${what}; the page at ${new URL(this.page.url()).pathname} says: ${content.slice(0, 240).replace(/\s+/g, ' ')}`);
  }

  async seesNot(text, what = `${this.who} does not see ${text}`) {
    return this.report.check(!(await this.main()).includes(text), what);
  }

  /** Pictures of the page at both widths, in light and dark, with every check of how it can be used. */
  async picture(name) {
    this.report.step(`${this.who}: ${name} (${new URL(this.page.url()).pathname})`);
    await mkdir(this.walk.screens, { recursive: true });
    const before = this.page.viewportSize();
    const devtools = await this.context.newCDPSession(this.page);
    const faults = (list, where) => list.forEach((fault) => this.report.fault(`${name} at ${where}: ${fault}`));
    // Before the first picture: taking one hides the caret of fields with a style of its own.
    faults(await this.page.evaluate(access.structure), 'any width');
    this.report.checks += 1;
    for (const { width, height, touch } of SIZES) {
      await this.page.setViewportSize({ width, height });
      await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: touch });
      faults(await this.page.evaluate(access.overflow), `${width} px`);
      if (touch) faults(await this.page.evaluate(access.targets), `${width} px`);
      for (const colorScheme of ['dark', 'light']) {
        await this.page.emulateMedia({ colorScheme });
        faults(await this.page.evaluate(access.contrast), `${width} px, ${colorScheme}`);
        if (colorScheme === 'light' || this.walk.dark) {
          const suffix = colorScheme === 'dark' ? '-dark' : '';
          await this.page.screenshot({ path: path.join(this.walk.screens, `${name}-${width}${suffix}.png`), fullPage: true });
          this.report.pictures += 1;
        }
      }
      this.report.checks += 3;
    }
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    await devtools.detach();
    await this.page.setViewportSize(before);
  }

  /** Tabs through the page: the focus moves, is seen at each stop, and comes first to the link that skips. */
  async tabThrough(name, most = 60) {
    await this.page.evaluate(() => document.activeElement?.blur());
    let stops = 0;
    for (; stops < most; stops += 1) {
      await this.page.keyboard.press('Tab');
      const said = await this.page.evaluate(access.focusShown);
      if (said === null) break;
      if (said) this.report.fault(`${name}: ${said}`);
      this.report.checks += 1;
    }
    this.report.check(stops > 1, `${name}: the tab key stops somewhere`);
  }

  /** Presses what starts a download and gives the file's path. */
  async download(act) {
    const [download] = await Promise.all([this.page.waitForEvent('download'), act()]);
    const file = path.join(this.walk.downloads, download.suggestedFilename());
    await download.saveAs(file);
    return file;
  }

  async leave() {
    await this.context.close();
  }
}
