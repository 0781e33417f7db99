// The records of an event's games are sent and recounted in the background. One of them has another winner than the
// results: it comes to the referee's desk, with the photo of its slip beside its board; a ruling waits for a second person,
// since it changes who is promoted, and then the awards change. The public sees the games with what was found.

import path from 'node:path';
import { approvedEvent } from '../lib/approved.mjs';
import { Visitor } from '../lib/visitor.mjs';

export const title = 'game records: sent, recounted, contradicted, ruled on by two, public';

const NAME = '上海市业余围棋升级赛（记谱走查）';
const RECORDS = ['1-1-4.sgf', '1-2-3.sgf', '2-1-2.sgf', '2-3-4.sgf', '3-1-3.sgf'];

/** An event of four whose results are submitted: each step as somebody takes it, without pictures. */
async function submitted(walk, clerk) {
  const event = await approvedEvent(walk, clerk, NAME);
  const group = `${event}/groups/all`;
  await clerk.open(group);
  await clerk.attach(clerk.word('staff.upload.results'), path.join(walk.files, 'walk-records.results.csv'));
  await clerk.attach(clerk.word('staff.upload.players'), path.join(walk.files, 'walk-records.players.csv'));
  await clerk.press(clerk.word('staff.upload.button'));
  const open = clerk.page.locator('input[name="finding"]');
  if (await open.count()) {
    const folded = clerk.page.locator('form details:not([open]) > summary');
    while (await folded.count()) await folded.first().click();
    for (const box of await open.all()) await box.check();
    await clerk.fill(clerk.word('staff.acknowledge.reason'), '已与裁判长核对，情况属实。');
    await clerk.press(clerk.word('staff.acknowledge.button'));
  }
  await clerk.open(event);
  await clerk.press(clerk.word('staff.submit.button'));
  await clerk.sees(clerk.word('staff.done.submitted'));
  return event;
}

/** What the award page says of a player. */
async function award(visitor, event, name) {
  await visitor.open(`${event}/awards`);
  const row = visitor.page.locator('main table.awards tbody tr', { has: visitor.page.getByRole('rowheader', { name }) });
  const cell = async (key) => (await row.locator(`[data-label="${visitor.word(key)}"]`).innerText()).trim();
  return { grade: await cell('staff.awards.grade'), wins: await cell('staff.awards.result'), why: await cell('staff.awards.why') };
}

/** A page as paper has it. */
async function printed(visitor, name) {
  await visitor.page.emulateMedia({ media: 'print' });
  await visitor.page.screenshot({ path: path.join(visitor.walk.screens, `${name}-print.png`), fullPage: true });
  await visitor.page.emulateMedia({ media: 'screen' });
}

export default async function (walk) {
  const { report, demo } = walk;
  const clerk = await Visitor.arrive(walk, 'the clerk', { scripts: false });
  await clerk.signIn(demo.login('agency-clerk', '310'));
  const event = await submitted(walk, clerk);
  const slug = event.split('/').pop();
  const records = `${event}/groups/all/records`;

  // The records are sent.
  await clerk.open(records);
  await clerk.picture('staff-records-empty');
  await clerk.attach(clerk.word('staff_record.send.files'), ...RECORDS.map((name) => path.join(walk.files, name)));
  await clerk.press(clerk.word('staff_record.send.button'));
  await clerk.sees(/5 局新棋谱.*5 局对上了成绩/s, 'each record is placed on its game');
  await clerk.waits(records, async () => (await clerk.page.locator('progress').count()) === 0, 'the records are recounted by themselves');
  await clerk.picture('staff-records-recounted');
  report.equal(await clerk.page.locator('main .badge-good').count(), 4, 'records that confirm their game');
  await clerk.sees(clerk.word('recount.verdict.winner-differs'));

  // Photos of slips, from a phone: one beside the doubtful game, one of the game that has no record.
  const phone = await Visitor.arrive(walk, 'the clerk on a phone', { phone: true });
  await phone.signIn(demo.login('agency-clerk', '310'));
  await phone.open(records);
  await phone.follow(phone.word('staff_slip.title'));
  await phone.picture('staff-slips-empty');
  const photo = { name: 'slip.jpg', mimeType: 'image/jpeg', buffer: await phone.page.screenshot({ type: 'jpeg' }) };
  const add = async (game, file) => {
    await phone.open(`${event}/groups/all/slips`);
    await phone.page.locator('select[name="game"]').selectOption(game);
    await phone.attach(phone.word('staff_slip.photo'), file);
    await phone.expecting([422], () => phone.press(phone.word('staff_slip.button')));
  };
  await add('2:1:2', { name: 'slip.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  await phone.sees('slip.pdf', 'what is no photo is named');
  await phone.picture('staff-slips-refused');
  await add('2:1:2', photo);
  await phone.sees(phone.word('staff_slip.done'));
  await phone.page.locator('#slips + ul a').first().click();
  await phone.page.waitForLoadState('load');
  const loaded = await phone.page.locator('.slip-photo img').evaluate((image) => image.complete && image.naturalWidth > 0);
  report.check(loaded, 'the photo is shown beside the board');
  await phone.picture('staff-slip-beside');
  await add('3:2:4', photo);
  await phone.sees(phone.word('staff_slip.alone'));
  await phone.picture('staff-game-slip-only');
  await phone.open(records);
  await phone.picture('staff-records-slips');
  await phone.leave();

  // The referee's desk: the first who signs is not enough, since the promotion changes.
  const before = await award(clerk, event, '程望岳');
  report.check(before.grade !== '' && before.why.includes('1'), `${before.why}: one of the wins is contradicted`);
  await clerk.picture('staff-awards-contradicted');
  const manager = await Visitor.arrive(walk, 'the manager');
  await manager.signIn(demo.login('agency-manager', '310'));
  await manager.open('/staff');
  await manager.open('/staff/desk');
  await manager.picture('staff-game-desk');
  await manager.follow('程望岳 – 林小满');
  await manager.picture('staff-game-contradicted');
  const game = new URL(manager.page.url()).pathname;
  // A group is pressed and the count follows; pressed until it is as it was.
  const count = () => manager.page.locator('#count > p').first().innerText();
  const first = await count();
  const said = new Set([first]);
  for (let n = 0; n < 3; n += 1) {
    const group = manager.page.locator('#board a[data-fate]').first();
    const next = await group.getAttribute('href');
    await group.click();
    await manager.page.waitForFunction((href) => document.querySelector('#board a[data-fate]').getAttribute('href') !== href, next);
    said.add(await count());
  }
  report.check(said.size > 1, 'the count follows a pressed group');
  report.equal(await count(), first, 'the count once the group is as it was');
  await manager.open(game);
  await manager.fill(manager.word('staff_record.rule.article'), '围棋竞赛规则 第九条');
  await manager.fill(manager.word('staff_record.rule.note'), '复盘核对，终局为白胜。');
  await manager.press(manager.word('staff_record.rule.button'));
  await manager.sees(manager.word('staff_record.done.ruled-waits'));
  await manager.picture('staff-game-ruled-waits');
  report.equal(await manager.page.getByRole('button', { name: manager.word('staff_record.agree') }).count(), 0, 'whoever ruled does not agree');
  const referee = await Visitor.arrive(walk, 'the referee', { scripts: false });
  await referee.signIn(demo.login('referee', '310'));
  await referee.open('/staff/desk');
  await referee.sees(referee.word('staff_record.ruling-waits'));
  await referee.open(game);
  await referee.picture('staff-game-second-person');
  await referee.press(referee.word('staff_record.agree'));
  await referee.sees(referee.word('staff_record.done.agreed'));
  await referee.picture('staff-game-ruled');
  await referee.leave();

  // The award went to the other one.
  const [loser, winner] = [await award(clerk, event, '程望岳'), await award(clerk, event, '林小满')];
  report.check(loser.grade === '' && winner.grade !== '', `the promotion: ${loser.grade || 'none'} and ${winner.grade || 'none'}`);
  report.check(/2胜1负/.test(loser.wins) && /3胜0负/.test(winner.wins), `wins and losses: ${loser.wins}, ${winner.wins}`);
  await clerk.picture('staff-awards-ruled');
  await clerk.leave();
  await manager.open(event);
  await manager.press(manager.like('staff.confirm.button'));
  await manager.sees(manager.word('staff.done.confirmed'));
  await manager.leave();

  // The public: the results with the marks of their games, a game move by move, boards to print; no photo anywhere.
  const visitor = await Visitor.arrive(walk, 'a visitor');
  await visitor.open(`/events/${slug}`);
  await visitor.picture('event-with-records');
  report.check((await visitor.page.locator('table.cross td a').count()) >= 5, 'the crosstable marks its games');
  await visitor.page.locator('table.cross td a').first().click();
  await visitor.page.waitForLoadState('load');
  const at = () => visitor.page.locator('.walk-at strong').innerText();
  const last = await at();
  await visitor.picture('game-public');
  await printed(visitor, 'game-public');
  await visitor.page.locator('a[rel="prev"]').click();
  await visitor.page.waitForLoadState('load');
  const earlier = await at();
  report.check(earlier !== last, `a link goes back: ${last}, ${earlier}`);
  await visitor.page.keyboard.press('ArrowRight');
  await visitor.page.waitForFunction((words) => document.querySelector('.walk-at strong')?.textContent.trim() === words, last);
  await visitor.page.keyboard.press('Home');
  await visitor.page.waitForFunction((words) => document.querySelector('.walk-at strong')?.textContent.trim() !== words, last);
  await visitor.picture('game-public-start');
  await visitor.open(`/events/${slug}/boards`);
  await visitor.picture('game-boards');
  await printed(visitor, 'game-boards');
  // The demo's own event: a whole board, the names of children masked.
  await visitor.open('/events');
  await visitor.follow(/（记谱赛）/);
  await visitor.picture('event-demo-records');
  await visitor.page.locator('table.cross td a').first().click();
  await visitor.page.waitForLoadState('load');
  await visitor.picture('game-demo');
  for (const address of [`/events/${slug}`, `/events/${slug}/boards`]) {
    await visitor.open(address);
    report.equal(await visitor.page.locator('img[src*="slips"], a[href*="slips"]').count(), 0, `photos of slips at ${address}`);
  }
  await visitor.leave();
}
