// A parent on a phone looks up a certificate: number and name, in a browser without scripts.

import { Visitor } from '../lib/visitor.mjs';

export const title = 'a parent looks up a certificate on a phone';

export default async function (walk) {
  const { report } = walk;
  const known = walk.demo.certificates[0];
  const phone = await Visitor.arrive(walk, 'a parent', { scripts: false, phone: true });
  const ask = async (number, name) => {
    await phone.open('/');
    await phone.fill(phone.word('public.lookup.number'), number);
    await phone.fill(phone.word('public.lookup.name'), name);
    const began = Date.now();
    await phone.refused(404, () => phone.press(phone.word('public.lookup.send')));
    return { text: await phone.main(), took: Date.now() - began };
  };

  // As people type it: in groups, with spaces around the name.
  const { text } = await ask(known.number.replace(/^(...)(..)(....)$/, '$1 $2 $3'), ` ${known.name} `);
  report.check(text.replace(/\s/g, '').includes(known.number), `the number is on the page: ${text.slice(0, 200)}`);
  await phone.picture('certificate-by-name');
  const state = phone.word('public.state.valid');
  report.check(text.includes(state), `the state ${state} is on the page`);
  const address = `/c/${known.grade}/${known.number}`;
  await phone.open(address);
  await phone.seesNot(known.name, 'the number alone does not tell the name');
  await phone.picture('certificate-asks-for-the-name');

  // A wrong name and a number that nobody has are answered in the same words.
  const plain = (answer) => answer.text.replaceAll(/[\d\s]/g, '');
  const wrongName = await ask(known.number, '无此人');
  await phone.picture('certificate-unknown');
  const noNumber = await ask('999999999'.replace(/^.../, known.number.slice(0, 3)), '无此人');
  report.equal(plain(wrongName), plain(noNumber), 'a wrong name and an unknown number');
  report.check(!wrongName.text.includes(known.name), 'the right name is not told');

  // What cannot be a number is refused beside the field, and nothing that was typed is lost.
  await phone.open('/');
  await phone.fill(phone.word('public.lookup.number'), '31O26');
  await phone.fill(phone.word('public.lookup.name'), known.name);
  await phone.expecting([400, 404, 422], () => phone.press(phone.word('public.lookup.send')));
  report.equal(await (await phone.field(phone.word('public.lookup.name'))).inputValue(), known.name, 'what was typed is kept');
  await phone.picture('lookup-refused');

  const cookies = await phone.context.cookies();
  report.check(cookies.every((cookie) => !cookie.name.startsWith('__Host-') && !cookie.secure), 'plain http on loopback: no Secure cookies');
  report.check(cookies.every((cookie) => cookie.httpOnly && cookie.sameSite !== 'None'), 'cookies are out of the reach of scripts and of other sites');
  await phone.leave();
}
