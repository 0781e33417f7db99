// The reviewer puts the awards of 4段 on notice; a visitor objects and the clock stops; the objection is decided; the
// demo's clock is moved, and a job in the background closes what has run out.

import { Visitor } from '../lib/visitor.mjs';

export const title = 'public notice: published, objected to, decided, closed';

/** The addresses of our event's notices, by the name that the public sees. */
async function notices(visitor, event) {
  const rows = visitor.page.locator('main table tbody tr', { hasText: event });
  const found = new Map();
  for (const row of await rows.all()) {
    const link = row.locator('a[href*="/notices/"]').first();
    found.set((await link.innerText()).trim(), new URL(await link.getAttribute('href'), visitor.page.url()).pathname);
  }
  return found;
}

/** Moves the demo's clock. Whoever was signed in is not any more: sessions end after hours. */
async function forward(walk, button) {
  const visitor = await Visitor.arrive(walk, 'whoever runs the demo', { scripts: false });
  await visitor.open('/');
  await visitor.follow(visitor.word('desk.clock.title'));
  const before = await visitor.main();
  if (button === 'desk.clock.eight') await visitor.picture('demo-clock');
  await visitor.press(visitor.word(button));
  walk.report.check((await visitor.main()) !== before, 'the clock shows another time');
  await visitor.leave();
}

export default async function (walk) {
  const { report, demo, found } = walk;
  const reviewer = await Visitor.arrive(walk, 'the reviewer', { scripts: false });
  await reviewer.signIn(demo.login('national-reviewer'));
  await reviewer.open('/staff');
  await reviewer.follow(reviewer.word('staff.queue.to-notice'));
  await reviewer.picture('staff-notices-waiting');
  const boxes = reviewer.page.locator('input[name="award"]');
  report.check((await boxes.count()) >= 4, 'the awards of the event wait for their notice');
  await reviewer.press(reviewer.like('desk.publish'));
  await reviewer.sees(reviewer.word('desk.published'));
  await reviewer.picture('staff-notices-running');
  await reviewer.leave();

  // A visitor on a phone finds it and objects.
  const phone = await Visitor.arrive(walk, 'somebody who objects', { scripts: false, phone: true });
  await phone.open('/notices');
  await phone.picture('notices');
  const ours = await notices(phone, found.name);
  report.equal(ours.size, 4, 'notices of the event on the public list');
  report.check(![...ours.keys()].some((name) => name.includes('若曦')), 'a child is not named in full');
  const objected = ours.get('𠮷田健太');
  const quiet = ours.get('林𰻝夏');
  await phone.open(objected);
  await phone.picture('notice-open');
  // An objection without a ground is refused, and what was typed is kept.
  await phone.fill(phone.word('public.objection.name'), '热心棋友');
  await phone.fill(phone.word('public.objection.mail'), 'objector@visitor.example');
  await phone.expecting([400, 422], () => phone.press(phone.word('public.objection.send')));
  report.equal(await (await phone.field(phone.word('public.objection.name'))).inputValue(), '热心棋友', 'what was typed is kept');
  await phone.picture('objection-refused');
  await phone.fill(phone.word('public.objection.body'), '第三轮的对局记录与现场公布的结果不同，请核对记录纸。');
  await phone.press(phone.word('public.objection.send'));
  await phone.sees(phone.word('public.objection.receipt'));
  await phone.picture('objection-receipt');
  const receipt = phone.page.url();
  await phone.open(objected);
  await phone.sees(phone.word('public.notice-state.held'));
  await phone.seesNot('objector@visitor.example', 'who objects is not published');
  await phone.picture('notice-held');

  // Eight days later the other notices have ended by themselves; this one stands still.
  await forward(walk, 'desk.clock.eight');
  const state = async (key) => (await phone.main()).includes(phone.word(key));
  await phone.waits(quiet, () => state('public.notice-state.closed'), 'a notice ends when its days are over');
  await phone.picture('notice-ended');
  await phone.open(objected);
  await phone.sees(phone.word('public.notice-state.held'), 'the notice under objection has not ended');

  // The reviewer decides, with a reason that is published.
  const again = await Visitor.arrive(walk, 'the reviewer', { scripts: false });
  await again.signIn(demo.login('national-reviewer'));
  await again.open('/staff');
  await again.follow(again.word('staff.queue.objection'));
  await again.picture('staff-objections');
  await again.page.locator('main table tbody tr', { hasText: '𠮷田健太' }).locator('a').first().click();
  await again.page.waitForLoadState('load');
  await again.picture('staff-objection');
  const reason = '经核对记录纸，第三轮结果无误，异议不成立。';
  await again.page.getByLabel(again.word('desk.decision.dismiss')).check();
  await again.fill(again.word('desk.decision.reason'), reason);
  await again.press(again.word('desk.decision.button'));
  await again.sees(again.word('desk.decided'));
  await again.leave();
  await phone.open(receipt);
  await phone.sees(reason, 'whoever objected reads the decision behind the receipt');
  await phone.picture('objection-decided');
  await phone.open(objected);
  await phone.sees(phone.word('public.notice-state.running'), 'the clock of the notice runs again');

  await forward(walk, 'desk.clock.thirty');
  await phone.waits(objected, () => state('public.notice-state.closed'), 'the notice ends when the rest of its days is over');
  await phone.open('/notices?state=ended');
  await phone.picture('notices-ended');
  await phone.leave();
}
