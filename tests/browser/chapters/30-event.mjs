// A clerk files an event, its parent approves it, the clerk uploads results with mistakes, sees each, mends them and
// submits; a manager who is not the clerk confirms. All of it in browsers without scripts.

import path from 'node:path';
import { Visitor } from '../lib/visitor.mjs';

export const title = 'an event, from its filing to its confirmed results';

const NAME = '上海市围棋段位赛（浏览器走查）';

/** Today in Beijing, as a date field takes it. */
const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });

export default async function (walk) {
  const { report, demo } = walk;
  const file = (name) => path.join(walk.files, name);
  const clerkLogin = demo.login('agency-clerk', '310');
  const managerLogin = demo.login('agency-manager', '310');

  // The clerk files.
  const clerk = await Visitor.arrive(walk, 'the clerk', { scripts: false });
  await clerk.open('/staff/login');
  await clerk.picture('login');
  await clerk.signIn(clerkLogin);
  await clerk.open('/staff');
  await clerk.picture('staff-queue-clerk');
  await clerk.open('/staff/events');
  await clerk.follow(clerk.word('staff.form.new'));
  await clerk.picture('staff-event-scheme');
  await clerk.page.locator('main a[href*="scheme=open-test"]').click();
  await clerk.press(clerk.word('staff.form.save')).catch(() => {});
  if (clerk.page.url().includes('/new')) await clerk.picture('staff-event-form');
  await clerk.fill(clerk.word('staff.field.name'), NAME);
  await clerk.fill(clerk.word('staff.field.place'), '上海棋院');
  await clerk.choose(clerk.word('staff.field.level'), 'province');
  await clerk.fill(clerk.word('staff.field.first-day'), today());
  await clerk.fill(clerk.word('staff.field.last-day'), today());
  const groups = clerk.page.locator('input[name="groups"]');
  for (let n = 0; n < (await groups.count()); n += 1) await groups.nth(n).check();
  await clerk.press(clerk.word('staff.form.save'));
  await clerk.sees(clerk.word('staff.done.created'));
  const event = new URL(clerk.page.url()).pathname;
  walk.found.event = event;
  walk.found.name = NAME;
  walk.found.slug = event.split('/').pop();
  await clerk.picture('staff-event-draft');
  await clerk.press(clerk.word('staff.file.button'));
  await clerk.sees(clerk.word('staff.done.filed'));

  // Who filed it does not approve it: there is no button, and the address alone does not help.
  report.equal(await clerk.page.getByRole('button', { name: clerk.word('staff.decide.approve') }).count(), 0, 'buttons to approve');

  // The parent approves.
  const reviewer = await Visitor.arrive(walk, 'the reviewer', { scripts: false });
  await reviewer.signIn(demo.login('national-reviewer'));
  await reviewer.open('/staff');
  await reviewer.picture('staff-queue-reviewer');
  await reviewer.sees(reviewer.word('staff.queue.filed'));
  await reviewer.follow(reviewer.word('staff.queue.filed'));
  await reviewer.picture('staff-events-filed');
  await reviewer.follow(NAME);
  await reviewer.picture('staff-event-to-approve');
  await reviewer.press(reviewer.word('staff.decide.approve'));
  await reviewer.sees(reviewer.word('staff.done.approved'));
  await reviewer.leave();

  // Results with three mistakes.
  await clerk.open(event);
  await clerk.page.locator('main table a').first().click();
  await clerk.page.waitForLoadState('load');
  const group = new URL(clerk.page.url()).pathname;
  await clerk.picture('staff-group-empty');
  const upload = async (results, players) => {
    await clerk.open(group);
    await clerk.attach(clerk.word('staff.upload.results'), file(results));
    await clerk.attach(clerk.word('staff.upload.players'), file(players));
    const began = Date.now();
    await clerk.expecting([409, 422], () => clerk.press(clerk.word('staff.upload.button')));
    return Date.now() - began;
  };
  const took = await upload('walk-faulty.results.csv', 'walk-faulty.players.csv');
  report.step(`findings after ${took} ms`);
  await clerk.picture('staff-group-findings');
  const kinds = clerk.page.locator('section.finding-group');
  let listed = 0;
  for (const kind of await kinds.all()) {
    const code = (await kind.locator('h3 code').innerText()).trim();
    report.check(/^[EW]\d+/.test(code), `a finding's code: ${code}`);
    report.check((await kind.innerText()).includes(clerk.word('staff.finding.rule')), `${code} says its rule`);
    for (const row of await kind.locator('tbody tr').filter({ visible: true }).all()) {
      const cell = async (key) => (await row.locator(`[data-label="${clerk.word(key)}"]`).innerText()).trim();
      listed += 1;
      for (const key of ['staff.finding.found', 'staff.finding.expected']) {
        if (code.startsWith('E')) report.check((await cell(key)) !== '', `${code} says ${clerk.word(key)}`);
      }
    }
  }
  report.check(listed >= 3, `three mistakes were made, found ${listed}`);
  const said = await clerk.main();
  report.check(/第11行/.test(said) && said.includes('?'), 'the unknown player of line 11 is named with what the file says');
  await clerk.open(event);
  await clerk.sees(clerk.word('staff.submit.not-yet'), 'what is missing is said where the button would be');
  report.equal(await clerk.page.getByRole('button', { name: clerk.word('staff.submit.button') }).count(), 0, 'results with errors are not submitted');

  // Mended.
  await upload('walk.results.csv', 'walk.players.csv');
  report.equal(await clerk.page.locator('.finding-group h3 code', { hasText: /^E/ }).count(), 0, 'errors left');
  const open = clerk.page.locator('input[name="finding"]');
  if (await open.count()) {
    // Of a long list only the first few are in sight.
    const folded = clerk.page.locator('form details:not([open]) > summary');
    while (await folded.count()) await folded.first().click();
    for (const box of await open.all()) await box.check();
    await clerk.fill(clerk.word('staff.acknowledge.reason'), '已与裁判长核对记录纸，情况属实。');
    await clerk.press(clerk.word('staff.acknowledge.button'));
    await clerk.sees(clerk.word('staff.done.acknowledged'));
  }
  await clerk.picture('staff-group-mended');
  // Many changes are folded under their number.
  const words = clerk.word('staff.version.changes').split('{')[0];
  const changes = clerk.page.locator('summary', { hasText: words });
  report.equal(await changes.count(), 1, 'the second upload tells what it changed');
  if (!(await changes.evaluate((one) => one.parentElement.open))) await changes.click();
  const first = changes.locator('xpath=following-sibling::ul/li').first();
  report.equal(await first.isVisible(), true, 'the second upload shows what it changed');
  await clerk.open(event);
  await clerk.press(clerk.word('staff.submit.button'));
  await clerk.sees(clerk.word('staff.done.submitted'));
  await clerk.picture('staff-event-submitted');
  report.equal(await clerk.page.getByRole('button', { name: clerk.like('staff.confirm.button') }).count(), 0, 'a clerk confirms nothing');

  // The manager confirms.
  const manager = await Visitor.arrive(walk, 'the manager', { scripts: false });
  await manager.signIn(managerLogin);
  await manager.open('/staff');
  await manager.picture('staff-queue-manager');
  await manager.open(event);
  await manager.picture('staff-event-to-confirm');
  const doubtful = manager.page.getByRole('link', { name: manager.word('staff.event.matches') });
  if (await doubtful.count()) {
    await doubtful.first().click();
    await manager.picture('staff-matches');
    while (await manager.page.getByRole('button', { name: manager.word('staff.match.button') }).count()) {
      const one = manager.page.locator('main form').first();
      await one.getByLabel(manager.word('staff.match.new')).check();
      await one.getByLabel(manager.word('staff.match.reason')).fill('同名不同人，出生日期不同。');
      await one.getByRole('button', { name: manager.word('staff.match.button') }).click();
      await manager.page.waitForLoadState('load');
    }
    await manager.open(event);
  }
  await manager.press(manager.like('staff.confirm.button'));
  await manager.sees(manager.word('staff.done.confirmed'));

  // For each player the group, the standing, the wins, and the clause that grants or the reason that refuses.
  await manager.open(`${event}/awards`);
  await manager.picture('staff-awards');
  const rows = manager.page.locator('main table tbody tr');
  report.equal(await rows.count(), 14, 'players on the award page');
  let awarded = 0;
  for (const row of await rows.all()) {
    const cell = async (key) => (await row.locator(`[data-label="${manager.word(key)}"]`).innerText()).trim();
    report.check(/^\d+/.test(await cell('staff.awards.place')), 'a place');
    report.check(/\d胜\d负/.test(await cell('staff.awards.result')), 'wins and losses');
    const why = await cell('staff.awards.why');
    report.check(why.length > 3, `a clause or a reason: ${why}`);
    if (why.includes('全体')) awarded += 1;
  }
  report.equal(awarded, 4, 'awards: 30 % of 14, rounded half up');
  await clerk.leave();
  await manager.leave();

  // The public sees the results, with the names of children masked.
  const visitor = await Visitor.arrive(walk, 'a visitor', { scripts: false });
  await visitor.open(`/events/${walk.found.slug}`);
  await visitor.picture('event-public');
  await visitor.sees(NAME);
  await visitor.seesNot('欧阳若曦', 'a child of thirteen is not named in full');
  await visitor.seesNot('2013', 'no birth date on a public page');
  await visitor.leave();
}
