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

  const code = found.paper.text.replace(/[\s-]/g, '').match(/[0-9A-HJKMNP-TV-Z]{16}/)?.[0];
  if (!report.check(Boolean(code), `the code can be read from the paper: ${found.paper.text.slice(0, 400)}`)) return;
  await phone.open(`/c/${grade}/${number}?k=${code}`);
  await phone.sees(name);
  await phone.sees(phone.word('public.state.valid'));
  await phone.picture('paper-by-code');
  // The chain behind it: event, games, clause, notice, certificate.
  for (const key of ['public.chain.event', 'public.chain.games', 'public.chain.clause', 'public.chain.notice', 'public.chain.certificate']) {
    await phone.sees(phone.word(key));
  }

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
