import { expect } from 'vitest';
import { additions } from '../../src/contract/paths.ts';
import { systemClock } from '../../src/time/clock.ts';
import { testClock } from '../clock.ts';
import { isWhole } from '../faults/trials.ts';
import * as kept from './kept-sequences.ts';
import { type Cleanup, ourService } from './office.ts';
import { behindProxy, inOneOffice } from './world.ts';

const nowhere = 'http://127.0.0.1:1';
const unsure = 'This may not be saved.';

async function proxied(cleanup: Cleanup) {
  const own = await ourService(cleanup);
  const service = await behindProxy(cleanup, async () => own);
  return { service: { ...service, ...service.proxy, ownUrl: own.url } };
}

const it = inOneOffice(proxied);
const inWhole = it.runIf(isWhole);
/** Pauses are a tenth as long there. */
const hurried = inOneOffice(async (cleanup) => ({
  ...(await proxied(cleanup)),
  clock: { ...testClock(), after: (ms, then) => systemClock.after(ms / 10, then) },
}));

it('makes a sequence of a form and its task once, wherever the answer is lost and whatever the form says then', async ({
  office,
}) => {
  const { ines, service } = office;
  await kept.fillSequence(ines, 'Support');
  service.next(additions.newSequence, { when: 'before', answer: 'drop' });
  await ines.submitUntil(unsure);
  expect(ines.values().Name).toBe('Support');
  service.next(additions.newSequence, { when: 'after', answer: 'drop' });
  await ines.submitUntil('Sequence created.');
  const sent = service.passed.filter(
    ({ path, body }) => path === additions.newSequence && /Support/.test(body),
  );
  expect([sent.length, new Set(sent.map(({ key }) => key)).size]).toEqual([2, 1]);
  await kept.fillTask(ines, kept.lunch);
  service.next(additions.sequence, { when: 'before', answer: 'drop' });
  await ines.submitUntil(unsure);
  expect(ines.values()['What to do']).toBe('Have lunch together');
  service.next(additions.sequence, { when: 'after', answer: 502 });
  await ines.send('Sequence');
  expect(kept.taskLines(ines)).toHaveLength(1);
  expect(await kept.sequencesNamed(service, 'Support')).toMatchObject([{ tasks: [{ owner: 'buddy' }] }]);
  await ines.closeAll();
  await kept.fillSequence(ines, 'Finance');
  service.next(additions.newSequence, { when: 'after', answer: 'drop' });
  service.next(additions.sequences, { when: 'before', answer: 503 });
  await ines.submitUntil(unsure);
  await ines.submitUntil('This form already created a sequence.', { Name: 'Accounts' });
  expect(await kept.sequencesNamed(service, 'Accounts')).toEqual([]);
  expect(ines.pageText()).toContain('Finance');
});

it('doesn’t know if “Archive” worked, and archives at a second press', async ({ office }) => {
  const { ines, service } = office;
  await kept.openSequence(ines, 'New manager');
  service.next(additions.sequence, { when: 'before', answer: 504 });
  await ines.pressUntil('Archive', 'This may not be done.', { confirm: true });
  expect(await kept.sequencesNamed(service, 'New manager')).toMatchObject([{ archived: false }]);
  await ines.pressUntil('Archive', 'Archived. ', { confirm: true });
});

it('gives a save up that the service calls outdated again and again', async ({ office }) => {
  const { ines, service } = office;
  await kept.makeSequence(ines, 'Logistics');
  await kept.fillTask(ines, kept.lunch);
  const outdated = { status: 400, body: '{"version":["There is a newer version."]}' };
  for (let times = 0; times < 3; times += 1)
    service.next(additions.sequence, { when: 'before', answer: outdated });
  await ines.submitUntil('Nothing was saved.');
  expect(ines.values()['What to do']).toBe('Have lunch together');
  await ines.send('Sequence');
  expect(kept.taskLines(ines)).toHaveLength(1);
});

it('keeps all that was typed and ticked while the service can’t be reached', async ({ office }) => {
  const { ines, service } = office;
  await kept.makeSequence(ines, 'Legal');
  await kept.fillTask(ines, kept.lunch);
  service.leadTo(nowhere);
  await ines.submitUntil('Nothing was saved. Frontdesk can’t reach');
  for (const [label, value] of Object.entries(kept.lunch)) expect(ines.values()[label]).toBe(value);
  service.leadTo(service.ownUrl);
  await ines.send('Sequence');
  expect(kept.taskLines(ines)).toHaveLength(1);

  const starter = 'Engineering: laptop and accounts';
  await kept.chooseStarters(ines, starter);
  service.leadTo(nowhere);
  await ines.submitUntil('Nothing was saved.');
  expect(ines.values().Onboarding).toEqual([starter]);
  await ines.openSettings();
  await ines.pressUntil('Sequences', 'The sequences can’t be read right now. Frontdesk can’t reach');
  service.leadTo(service.ownUrl);
  await ines.press('Try again');
  await ines.until(() => ines.view().buttons.includes('New sequence'));
});

it('adds what it can of several starters, names the others, and adds the rest later', async ({ office }) => {
  const { ines, grace, service } = office;
  const names = ['First week', 'Buddy’s list'];
  for (const person of [ines, grace]) await kept.chooseStarters(person, ...names);
  service.next(additions.newSequence, { when: 'after', answer: 'drop' });
  await Promise.all([ines.submit(), ines.submit()]).catch(() => undefined);
  await ines.untilPage('2 sequences added.');
  await grace.submitUntil('No sequence was added.');
  expect(grace.pageText()).toMatch(/“First week” wasn’t added\. .*name already/);
  for (const name of names) expect(await kept.sequencesNamed(service, name)).toHaveLength(1);
  await ines.closeAll();
  await kept.chooseStarters(ines, 'Remote start', 'Manager’s list');
  service.next(additions.newSequence, { when: 'after', answer: 'drop' });
  service.next(additions.sequences, { when: 'before', answer: 503 });
  await ines.submitUntil('Perhaps not all were added');
  expect(await kept.sequencesNamed(service, 'Remote start')).toEqual([]);
  await ines.submitUntil('2 sequences added.');
  expect(await kept.sequencesNamed(service, 'Manager’s list')).toHaveLength(1);
});

inWhole('changes tasks that are longer, and further away, than what is made here', async ({ office }) => {
  const { ines, service } = office;
  const far = { day: 400, owner: 'hr' as const, text: 'x'.repeat(900) };
  await service.operator.addSequence({ name: 'From a file', kind: 'onboarding', tasks: [far] });
  await kept.openSequence(ines, 'From a file');
  await ines.open('Change', 'Task');
  expect(ines.view().fields).toMatchObject({ Days: { value: '400' }, 'What to do': { value: far.text } });
  await ines.send('Sequence', { 'Who does it': 'Manager' });
  const tasks = [{ ...far, owner: 'manager', person: null }];
  expect(await kept.sequencesNamed(service, 'From a file')).toMatchObject([{ tasks }]);
  await kept.fillTask(ines, { ...kept.lunch, Days: '366' });
  await ines.submit();
  expect(ines.view().errors.Days).toBe('Enter a whole number from 0 to 365.');
  await ines.send('Sequence', { Days: '365' });
});

hurried('says that it is reading, and saving, while the service takes its time', async ({ office }) => {
  const { ines, service } = office;
  await ines.openSettings();
  const read = service.hold(additions.sequences);
  await ines.pressUntil('Sequences', 'Reading from the onboarding service');
  read();
  await ines.until(() => ines.view().buttons.includes('New sequence'));
  await ines.fillIn('New sequence', { Name: 'Design', Type: 'Onboarding' });
  const save = service.hold(additions.newSequence);
  await ines.submitUntil('Saving. This can take');
  save();
  await ines.untilView('Sequence');
  await kept.fillTask(ines, kept.lunch);
  const more = service.hold(additions.sequence);
  await ines.submitUntil('Saving. This can take');
  more();
  await ines.until(() => kept.taskLines(ines).length === 1);
});

hurried.for([
  [true, 'Marcus Oyelaran'],
  [false, 'Sofia Lindqvist'],
] as const)('says what a slow service refused (window open: %s)', async ([isOpen, who], { office }) => {
  const { ines, service } = office;
  await kept.makeSequence(ines, `For ${who}`);
  await kept.fillTask(ines, { ...kept.lunch, 'Who does it': 'A named person' });
  await ines.fill({ 'Named person': who });
  const goOn = service.hold(additions.sequence);
  await ines.submitUntil('Saving. This can take');
  if (!isOpen) await ines.closeAll();
  await service.operator.removeUser(`${who.toLowerCase().replace(' ', '.')}@acme.example`);
  goOn();
  const sentence = 'No longer in the onboarding service.';
  if (!isOpen) return void (await ines.untilMessage(sentence));
  await ines.untilPage(sentence);
  expect(ines.values()['What to do']).toBe('Have lunch together');
});
