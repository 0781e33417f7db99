// A group run from its entry list: the clerk enters players and pairs a round, a referee taps results on a phone, the sheet
// and the slips are printed, the public follows, and the results are handed over like an uploaded file.

import path from 'node:path';
import { approvedEvent } from '../lib/approved.mjs';
import { Visitor } from '../lib/visitor.mjs';

export const title = 'a group run here: entry list, pairing, results on a phone, paper, handing over';

const NAME = '上海市围棋段位赛（现场编排）';

export default async function (walk) {
  const { report, demo } = walk;
  const clerk = await Visitor.arrive(walk, 'the clerk who runs a group', { scripts: false });
  await clerk.signIn(demo.login('agency-clerk', '310'));
  const event = await approvedEvent(walk, clerk, NAME);

  // The entry list, from a file.
  await clerk.open(event);
  await clerk.page.locator('main table a').first().click();
  await clerk.page.waitForLoadState('load');
  const run = `${new URL(clerk.page.url()).pathname}/run`;
  await clerk.open(run);
  await clerk.picture('staff-run-begin');
  await clerk.fill(clerk.word('running.settings.rounds'), '2');
  await clerk.page.locator('input[name="public"]').check();
  await clerk.press(clerk.word('running.begin.button'));
  await clerk.open(`${run}/entries`);
  await clerk.picture('staff-run-entries-empty');
  await clerk.attach(clerk.word('running.entries.file'), path.join(walk.files, 'walk.players.csv'));
  await clerk.press(clerk.word('running.entries.file-button'));
  await clerk.sees('Anna Müller');
  await clerk.picture('staff-run-entries');

  // The first round, and its papers.
  await clerk.open(run);
  await clerk.press(clerk.word('running.next.pair').replace('{round}', '1'));
  await clerk.open(`${run}/rounds/1/sheet`);
  await clerk.picture('staff-run-sheet');
  await clerk.open(`${run}/rounds/1/slips`);
  await clerk.picture('staff-run-slips');

  // A referee on a phone: one tap a board.
  const referee = await Visitor.arrive(walk, 'a referee on a phone', { scripts: false, phone: true });
  await referee.signIn(demo.login('referee', '310'));
  await referee.open(`${run}/rounds/1`);
  await referee.picture('staff-run-round');
  const boards = await referee.page.locator('.table-card').count();
  report.equal(boards > 2, true, 'boards of the round');
  for (let left = boards; left > 0; left -= 1) {
    const open = referee.page.locator('.table-card:not(.table-done) .taps');
    if ((await open.count()) === 0) break;
    await open.first().getByRole('button', { name: referee.word(left % 2 ? 'running.tap.black' : 'running.tap.white') }).click();
    await referee.page.waitForLoadState('load');
  }
  report.equal(await referee.page.locator('.table-card:not(.table-done)').count(), 0, 'boards without a result');
  await referee.picture('staff-run-round-complete');
  await referee.leave();

  // The public follows while it is played.
  const visitor = await Visitor.arrive(walk, 'a parent in the hall', { scripts: false, phone: true });
  await visitor.open(`${event.replace('/staff', '')}/rounds`);
  await visitor.picture('event-rounds');
  await visitor.leave();

  // The round is settled, the next one is paired, and what there is can be handed over.
  await clerk.open(`${run}/rounds/1`);
  await clerk.press(clerk.word('running.close.button'));
  await clerk.open(run);
  await clerk.press(clerk.word('running.next.pair').replace('{round}', '2'));
  await clerk.open(run);
  await clerk.picture('staff-run');
  await clerk.open(`${run}/rounds/2`);
  const open = clerk.page.locator('.table-card:not(.table-done) .taps');
  while (await open.count()) {
    await open.first().getByRole('button', { name: clerk.word('running.tap.black') }).click();
    await clerk.page.waitForLoadState('load');
  }
  await clerk.press(clerk.word('running.close.button'));
  await clerk.open(run);
  await clerk.press(clerk.word('running.hand-over.button'));
  await clerk.sees('2轮', 'the rounds that were handed over');
  await clerk.picture('staff-run-handed');
  await clerk.leave();
}
