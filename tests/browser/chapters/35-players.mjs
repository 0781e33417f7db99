// An event that asks its players: the clerk prints slips with codes, one player confirms on a phone, the other disputes,
// and the agency reads why. Nothing of it needs scripts, and the players need no account.

import path from 'node:path';
import { approvedEvent } from '../lib/approved.mjs';
import { Visitor } from '../lib/visitor.mjs';

export const title = 'both players confirm or dispute a game with the code on its slip';

const NAME = '上海市围棋段位赛（双方确认）';

export default async function (walk) {
  const { report, demo } = walk;
  const clerk = await Visitor.arrive(walk, 'the clerk who prints slips', { scripts: false });
  await clerk.signIn(demo.login('agency-clerk', '310'));
  const event = await approvedEvent(walk, clerk, NAME, async () => {
    const folded = clerk.page.locator('main details:not([open]) > summary');
    while (await folded.count()) await folded.first().click();
    await clerk.page.locator('input[name="records_confirm"]').check();
  });

  // Results, then a code for each side of the first round.
  await clerk.open(event);
  await clerk.page.locator('main table a').first().click();
  await clerk.page.waitForLoadState('load');
  const group = new URL(clerk.page.url()).pathname;
  await clerk.attach(clerk.word('staff.upload.results'), path.join(walk.files, 'walk.results.csv'));
  await clerk.attach(clerk.word('staff.upload.players'), path.join(walk.files, 'walk.players.csv'));
  await clerk.expecting([409, 422], () => clerk.press(clerk.word('staff.upload.button')));
  await clerk.open(`${group}/records`);
  await clerk.follow(clerk.word('staff_record.slip.title'));
  await clerk.picture('staff-slips-before');
  await clerk.press(clerk.like('staff_record.slip.make-round'));
  await clerk.sees(clerk.word('staff_record.slip.made').split('{')[0]);
  await clerk.picture('staff-slips');
  const slips = clerk.page.url();
  await clerk.follow(clerk.word('staff_record.slip.print'));
  await clerk.picture('staff-slips-print');
  const codes = await clerk.page.locator('.code-slip').first().locator('.slip-code').allInnerTexts();
  report.equal(codes.length, 2, 'codes on a slip');
  const seat = (await clerk.page.locator('.slip-seat').first().innerText()).trim();

  // Black confirms on a phone.
  const black = await Visitor.arrive(walk, 'a player', { scripts: false, phone: true });
  await black.open('/');
  await black.follow(black.word('public.slip.link'));
  await black.picture('slip-ask');
  await black.fill(black.word('public.slip.code'), codes[0].toLowerCase());
  await black.press(black.word('public.slip.open'));
  await black.sees(NAME);
  await black.sees(seat, 'the game of the slip');
  await black.picture('slip-game');
  await black.press(black.word('public.slip.confirm'));
  await black.sees(black.word('public.slip.confirmed'));
  report.equal(await black.page.getByRole('button', { name: black.word('public.slip.confirm') }).count(), 0, 'a code works once');
  await black.picture('slip-confirmed');
  await black.leave();

  // White disputes, and says why.
  const white = await Visitor.arrive(walk, 'the other player', { scripts: false, phone: true });
  await white.open(`/g/${codes[1].replaceAll('-', '')}`);
  await white.page.locator('summary', { hasText: white.word('public.slip.dispute-open') }).click();
  await white.fill(white.word('public.slip.note'), '结果写反了。');
  await white.picture('slip-dispute');
  await white.press(white.word('public.slip.dispute'));
  await white.sees(white.word('public.slip.disputed'));
  await white.seesNot('结果写反了', 'what was added is not shown again');
  await white.open('/g');
  await white.fill(white.word('public.slip.code'), '0000-0000-0000-0000');
  await white.refused(404, () => white.press(white.word('public.slip.open')));
  await white.sees(white.word('public.slip.unknown'));
  await white.picture('slip-unknown');
  await white.leave();

  // The agency reads it, and the game waits for a referee.
  await clerk.open(slips);
  await clerk.sees('结果写反了');
  await clerk.picture('staff-slips-said');
  await clerk.leave();
}
