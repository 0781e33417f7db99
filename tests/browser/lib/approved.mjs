// An event that a clerk files today and the national office approves, as several chapters begin.

import { Visitor } from './visitor.mjs';

/** Today in Beijing, as a date field takes it. */
const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });

/** Files an event of all groups of the open scheme and has it approved; `more` fills in what else the form is to say. */
export async function approvedEvent(walk, clerk, name, more = async () => {}) {
  await clerk.open('/staff/events/new?scheme=open-test');
  await clerk.fill(clerk.word('staff.field.name'), name);
  await clerk.fill(clerk.word('staff.field.place'), '上海棋院');
  await clerk.choose(clerk.word('staff.field.level'), 'province');
  await clerk.fill(clerk.word('staff.field.first-day'), today());
  await clerk.fill(clerk.word('staff.field.last-day'), today());
  const groups = clerk.page.locator('input[name="groups"]');
  for (let n = 0; n < (await groups.count()); n += 1) await groups.nth(n).check();
  await more();
  await clerk.press(clerk.word('staff.form.save'));
  await clerk.sees(clerk.word('staff.done.created'));
  const event = new URL(clerk.page.url()).pathname;
  await clerk.press(clerk.word('staff.file.button'));

  const reviewer = await Visitor.arrive(walk, 'the reviewer of that event', { scripts: false });
  await reviewer.signIn(walk.demo.login('national-reviewer'));
  await reviewer.open(event);
  await reviewer.press(reviewer.word('staff.decide.approve'));
  await reviewer.leave();
  return event;
}
