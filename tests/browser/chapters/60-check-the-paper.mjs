// A parent holds the new certificate: number and name on a phone, then the code that is printed on it.

import { Visitor } from '../lib/visitor.mjs';

export const title = 'a parent checks the paper';

export default async function (walk) {
  const { report, found } = walk;
  const { name, grade, number } = found.paper;
  const phone = await Visitor.arrive(walk, 'a parent', { scripts: false, phone: true });
  await phone.open('/');
  await phone.fill(phone.word('public.lookup.number'), number);
  await phone.fill(phone.word('public.lookup.name'), name);
  await phone.press(phone.word('public.lookup.send'));
  await phone.sees(name);
  await phone.sees(phone.word('public.state.valid'));
  await phone.sees('4段');
  await phone.picture('paper-by-name');

  const code = found.paper.text.match(/[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}/)?.[0].replaceAll('-', '');
  if (!report.check(Boolean(code), `the code can be read from the paper: ${found.paper.text.slice(0, 400)}`)) return;
  report.check(found.paper.scanned.endsWith(`/c/${grade}/${number}?k=${code}`), `the QR code leads to the page of the code: ${found.paper.scanned}`);
  await phone.open(found.paper.scanned);
  await phone.sees(name);
  await phone.sees(phone.word('public.state.valid'));
  await phone.picture('paper-by-code');
  // The chain behind it: event, games, clause, notice, certificate.
  for (const key of ['public.chain.event', 'public.chain.games', 'public.chain.clause', 'public.chain.notice', 'public.chain.certificate']) {
    await phone.sees(phone.word(key));
  }

  // From the certificate to the holder's history and to the event with its crosstable.
  await phone.follow(phone.word('public.paper.history'));
  await phone.sees(found.name, 'the history names the event');
  await phone.sees(phone.word('public.person.history'));
  await phone.picture('person-history');
  await phone.page.locator('main a', { hasText: found.name }).first().click();
  await phone.page.waitForLoadState('load');
  report.equal(await phone.page.locator('table.cross tbody tr').count(), 14, 'players in the crosstable');
  const crosstable = await phone.page.locator('table.cross').evaluate((table) => ({ wide: table.scrollWidth, box: table.parentElement.clientWidth }));
  report.check(crosstable.wide > crosstable.box, 'the crosstable is wider than a phone and scrolls in its box');
  await phone.picture('event-after');

  // Another code, well formed, opens nothing.
  const other = code.replace(/.$/, code.endsWith('0') ? '1' : '0');
  await phone.expecting([404], () => phone.page.goto(`/c/${grade}/${number}?k=${other}`));
  await phone.seesNot(name, 'a wrong code does not tell the name');
  await phone.picture('paper-wrong-code');

  // The same as JSON, field by field.
  const answer = await phone.context.request.get(`/c/${grade}/${number}?k=${code}`, { headers: { accept: 'application/json' } });
  report.equal(answer.status(), 200, 'the JSON of a certificate');
  const json = JSON.stringify(await answer.json());
  for (const part of [name, number, 'valid']) report.check(json.includes(part), `the JSON has ${part}: ${json.slice(0, 300)}`);
  await phone.leave();
}
