// The manager issues everything that is granted in one click and prints it; the paper is what it should be. One of the
// four has a character in the name that no face of the program has: the batch prints the others and says so.

import path from 'node:path';
import { Visitor } from '../lib/visitor.mjs';
import * as pdf from '../lib/pdf.mjs';

export const title = 'certificates: issued in one click, printed as one PDF';

export default async function (walk) {
  const { report, demo, found } = walk;
  const manager = await Visitor.arrive(walk, 'the manager', { scripts: false });
  await manager.signIn(demo.login('agency-manager', '310'));
  const page = `${found.event}/certificates`;
  await manager.open(page);
  await manager.picture('staff-certificates-to-issue');
  const button = manager.page.getByRole('button', { name: manager.like('staff.certificates.issue') });
  report.check(/4/.test(await button.innerText()), 'the button says how many certificates it issues');
  await button.click();
  await manager.page.waitForLoadState('load');
  await manager.sees(manager.word('staff.done.issued'));
  await manager.picture('staff-certificates-issued');
  const numbers = (await manager.main()).match(/\b310\s?\d\d\s?\d{4}\b/g) ?? [];
  report.equal(new Set(numbers.map((number) => number.replace(/\s/g, ''))).size, 4, 'different numbers');

  // Back and again: nothing is issued twice.
  await manager.open(page);
  report.equal(await manager.page.getByRole('button', { name: manager.like('staff.certificates.issue') }).count(), 0, 'buttons to issue again');

  const print = async (paper, which, tick) => {
    await manager.open(page);
    await manager.page.locator(`input[name="paper"][value="${paper}"]`).check();
    for (const holder of tick) await manager.page.getByRole('checkbox', { name: holder }).check();
    await manager.press(manager.word(which));
    const job = manager.page.url();
    await manager.picture(`staff-print-${paper}`);
    for (let tries = 0; tries < 60; tries += 1) {
      await manager.open(job);
      if (await manager.page.getByRole('link', { name: manager.word('staff.print.download') }).count()) break;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    await manager.picture(`staff-print-${paper}-done`);
    return manager.download(() => manager.page.getByRole('link', { name: manager.word('staff.print.download') }).click());
  };

  // What a phone reads from the paper: the address of the certificate's page with the code of this copy.
  const scanned = [];
  const qr = async (picture) => {
    const read = await pdf.scan(picture);
    const url = new RegExp(`^${demo.address}/c/4d/310\\d{6}\\?k=[0-9A-HJKMNP-TV-Z]{16}$`);
    if (report.check(url.test(read), `the QR code of ${path.basename(picture)} reads ${read}`)) scanned.push(read);
  };

  const all = await print('a4', 'staff.print.all', []);
  const sheet = await pdf.describe(all);
  report.equal(sheet.pages, 3, 'pages of the PDF');
  await manager.sees(manager.word('staff.print.refused'));
  await manager.sees('林𰻝夏', 'the refused name is listed');
  const refused = (await manager.page.locator('main table tbody tr td').innerText()).split('：').at(-1);
  report.check(refused.includes('𰻝') && !/[林夏]/.test(refused), `the missing character alone is named: ${refused}`);
  report.equal(`${Math.min(sheet.width, sheet.height)}×${Math.max(sheet.width, sheet.height)}`, '210×297', 'the size of A4');
  report.equal((await pdf.fontsNotEmbedded(all)).join(), '', 'fonts that are not in the file');
  const text = await pdf.text(all);
  const packed = text.replace(/\s/g, '');
  for (const holder of ['𠮷田健太', '买买提依明·阿布都克里木江', '欧阳若曦']) report.check(packed.includes(holder), `${holder} is on the paper`);
  report.check(packed.includes('业余4段') || packed.includes('4段'), 'the grade in Arabic numerals');
  report.check(!packed.includes('林'), 'nothing is printed of the refused name');
  const onPaper = numbers.filter((number) => packed.includes(number.replace(/\s/g, '')));
  report.equal(new Set(onPaper).size, 3, 'numbers on the paper');
  for (let n = 1; n <= 3; n += 1) {
    const picture = path.join(walk.screens, `certificate-a4-${n}.png`);
    await pdf.picture(all, n, picture);
    report.pictures += 1;
    await qr(picture);
  }
  report.equal(new Set(scanned).size, 3, 'different addresses in the QR codes');
  const card = await print('card', 'staff.print.chosen', ['𠮷田健太']);
  report.equal((await pdf.describe(card)).pages, 1, 'pages of one card');
  await pdf.picture(card, 1, path.join(walk.screens, 'certificate-card.png'));
  report.pictures += 1;
  await qr(path.join(walk.screens, 'certificate-card.png'));

  // What a holder needs to look it up: the number, the name, the code on the paper.
  const [one] = (await pdf.text(card)).replace(/\s/g, '').match(/310\d{6}/) ?? [];
  walk.found.paper = { name: '𠮷田健太', grade: '4d', number: one, text: await pdf.text(card), scanned: scanned.at(-1) };
  report.check(Boolean(one), 'the number can be read from the card');
  await manager.leave();
}
