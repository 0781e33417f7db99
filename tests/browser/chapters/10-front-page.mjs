// The front page and the pages that say no, in both languages, with and without scripts, by keyboard.

import { Visitor } from '../lib/visitor.mjs';

export const title = 'a visitor comes to the front page';

export default async function (walk) {
  const { report } = walk;
  for (const [lang, tag] of [['zh', 'zh-CN'], ['en', 'en']]) {
    const visitor = await Visitor.arrive(walk, `a visitor (${lang})`, { lang });
    await visitor.open('/');
    report.equal(await visitor.page.locator('html').getAttribute('lang'), tag, 'the browser asks for its language');
    await visitor.picture(`front-${lang}`);
    await visitor.tabThrough('the front page');
    await visitor.refused(404, () => visitor.page.goto('/no-such-page'));
    await visitor.picture(`not-found-${lang}`);
    report.check(/[0-9a-z]{8,}/i.test(await visitor.main()), 'a page that is not there names its request');
    await visitor.leave();
  }

  const phone = await Visitor.arrive(walk, 'a phone without scripts', { scripts: false, phone: true });
  await phone.open('/');
  await phone.picture('front-phone');
  await phone.leave();
}
