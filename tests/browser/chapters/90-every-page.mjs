// Everything that can be reached by links, for everybody: one page of each kind is pictured and checked.

import { Visitor } from '../lib/visitor.mjs';

export const title = 'every page that links lead to, for each role';

/** The kind of a page: its address with what differs from one thing to the next left out. */
function kind(url) {
  const varies = (part) => /\d/.test(part) || /^[A-Z]/.test(part) || /[^\x20-\x7e]/.test(decodeURIComponent(part));
  const parts = url.pathname.split('/').map((part) => (part && varies(part) ? '*' : part));
  const query = [...url.searchParams.keys()].filter((key) => key !== 'lang').sort();
  return parts.join('/') + (query.length ? `?${query.join('&')}` : '');
}

const name = (page) => page.replace(/^\//, '').replaceAll('/', '-').replaceAll('*', 'x').replaceAll(/[?&]/g, '-') || 'front';

export default async function (walk) {
  const { report } = walk;
  const roles = [...new Map(walk.demo.logins.map((login) => [login.role, login])).values()];
  const people = [{ role: 'visitor' }, { role: 'visitor', lang: 'en' }, ...roles];
  const pictured = new Set();
  const broken = new Set();
  for (const person of people) {
    const lang = person.lang ?? 'zh';
    const visitor = await Visitor.arrive(walk, `${person.role} (${lang})`, { lang });
    if (person.login) await visitor.signIn(person);
    const start = person.login ? '/staff' : '/';
    const waiting = [{ address: start, from: 'the door' }];
    const seen = new Map();
    while (waiting.length) {
      const { address, from } = waiting.shift();
      const url = new URL(address, walk.demo.address);
      const here = kind(url);
      // Two of each kind: the second may be in another state.
      if ((seen.get(here) ?? 0) >= 2 || broken.has(url.pathname)) continue;
      seen.set(here, (seen.get(here) ?? 0) + 1);
      // A link that leads to a file has to say so: `download`.
      const response = await visitor.open(address, `a link on ${from}`).catch((error) => {
        report.fault(`${visitor.who}: ${address}, a link on ${from}: ${error.message.split('\n')[0]}`);
        return null;
      });
      if (!response || response.status() >= 400) {
        broken.add(url.pathname);
        continue;
      }
      if (!(response?.headers()['content-type'] ?? '').startsWith('text/html')) continue;
      if (new URL(visitor.page.url()).pathname.startsWith('/staff/login') && person.login) {
        report.fault(`${visitor.who}: ${address} asks to sign in again`);
        continue;
      }
      const asked = `${person.login ? 'staff' : lang} ${here}`;
      if (!pictured.has(asked)) {
        pictured.add(asked);
        await visitor.picture(`page-${lang === 'en' ? 'en-' : ''}${name(here)}`);
        if (!person.login) await visitor.tabThrough(here, 12);
      }
      // The links of a drawing are its page again with another point pressed: chapter 35 presses them.
      const links = await visitor.page.$$eval('a[href]:not([download])', (all) =>
        all.filter((a) => a instanceof HTMLAnchorElement).map((a) => a.href),
      );
      for (const link of links) {
        const next = new URL(link);
        next.hash = '';
        const other = /\.(pdf|csv|xlsx|json|atom|xml|zip)$/.test(next.pathname) || next.origin !== walk.demo.address;
        const switches = next.searchParams.has('lang') && next.searchParams.get('lang') !== lang;
        if (other || switches || (!person.login && next.pathname.startsWith('/staff/'))) continue;
        waiting.push({ address: next.href, from: here });
      }
    }
    report.check(seen.size > 1, `${visitor.who} reaches more than one page`);
    report.step(`${visitor.who}: ${seen.size} kinds of pages`);
    await visitor.leave();
  }
}
