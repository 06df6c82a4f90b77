import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { additions } from '../../src/contract/additions/paths.ts';
import { useCleanup } from '../cleanup.ts';
import { startProxy } from '../faults/proxy.ts';
import { inWhole } from '../faults/trials.ts';
import {
  fillTask,
  makeSequence,
  openSequence,
  openSequences,
  sequenceNamed,
  sequencesOf,
  shownText,
  taskLines,
} from './kept-sequences.ts';
import { openOffice, ourService, serverThat } from './office.ts';

const cleanup = useCleanup();

const nowhere = 'http://127.0.0.1:1';
const unsure = 'Frontdesk couldn’t find out if this was saved.';
const lunch = { Days: '0', 'Who does it': 'Buddy', 'What to do': 'Have lunch together' };

async function brittleOffice() {
  const service = await ourService(cleanup);
  const proxy = await startProxy(cleanup, service.url);
  const office = await openOffice(cleanup, { service: { url: proxy.url, token: service.token } });
  const sent = (path: string) => proxy.passed.filter((one) => one.method === 'POST' && one.path === path);
  return { ...office, service, proxy, sent };
}
type Brittle = Awaited<ReturnType<typeof brittleOffice>>;

async function fillInNew({ ines }: Pick<Brittle, 'ines'>, name: string) {
  await openSequences(ines);
  await ines.press('New sequence');
  await ines.untilView('New sequence');
  await ines.fill({ Name: name, 'What it’s for': 'People who start' });
}

it('makes one where the answer is lost, and shows it', async () => {
  const office = await brittleOffice();
  await fillInNew(office, 'Design team');
  office.proxy.next(additions.newSequence, { when: 'after', answer: 'drop' });
  await office.ines.submit();
  await office.ines.untilView('Sequence');
  expect(shownText(office.ines)).toContain('The sequence is there.');
  expect((await sequencesOf(office.service)).filter(({ name }) => name === 'Design team')).toHaveLength(1);
});

it('says that it isn’t known where nothing is there after a lost answer, and makes one when it’s pressed again', async () => {
  const { ines, proxy, service, sent } = await brittleOffice();
  await fillInNew({ ines }, 'Design team');
  proxy.next(additions.newSequence, { when: 'before', answer: 'drop' });
  await ines.submit();
  await ines.until(() => shownText(ines).includes(unsure));
  expect(ines.view().fields.Name?.value).toBe('Design team');
  await ines.submit();
  await ines.untilView('Sequence');
  expect(new Set(sent(additions.newSequence).map(({ key }) => key)).size).toBe(1);
  expect((await sequencesOf(service)).filter(({ name }) => name === 'Design team')).toHaveLength(1);
});

it('makes no second one of a form that has made one, whatever it says by then', async () => {
  const { ines, proxy, service } = await brittleOffice();
  await fillInNew({ ines }, 'Design team');
  proxy.next(additions.newSequence, { when: 'after', answer: 'drop' });
  proxy.next(additions.sequences, { when: 'before', answer: 503 });
  await ines.submit();
  await ines.until(() => shownText(ines).includes(unsure));
  await ines.fill({ Name: 'Designers' });
  await ines.submit();
  await ines.until(() => shownText(ines).includes('This form has made a sequence already.'));
  expect(await sequenceNamed(service, 'Designers')).toBeUndefined();
  expect(shownText(ines)).toContain('Design team');
});

it('saves a task once, whether its answer is lost on the way there or back', async () => {
  const { ines, proxy, service } = await brittleOffice();
  await makeSequence(ines, 'Design team');
  await fillTask(ines, lunch);
  proxy.next(additions.sequence, { when: 'before', answer: 'drop' });
  await ines.submit();
  await ines.until(() => shownText(ines).includes(unsure));
  expect(shownText(ines)).toContain('The sequence now\nNo tasks yet');
  expect(ines.view().fields['What to do']?.value).toBe('Have lunch together');
  proxy.next(additions.sequence, { when: 'after', answer: 502 });
  await ines.submit();
  await ines.untilView('Sequence');
  expect(taskLines(ines)).toHaveLength(1);
  expect((await sequenceNamed(service, 'Design team'))?.tasks).toHaveLength(1);
});

it('says what isn’t known of a button that archives, and does it when it’s pressed again', async () => {
  const { ines, proxy, service } = await brittleOffice();
  await openSequence(ines, 'New manager');
  proxy.next(additions.sequence, { when: 'before', answer: 504 });
  await ines.press('Archive', { confirm: true });
  await ines.until(() => shownText(ines).includes('Frontdesk couldn’t find out if this was done.'));
  expect(await sequenceNamed(service, 'New manager')).toMatchObject({ archived: false });
  await ines.press('Archive', { confirm: true });
  await ines.until(() => shownText(ines).includes('Archived. '));
});

it('keeps everything typed while the service can’t be reached, and says that nothing was saved', async () => {
  const { ines, proxy, service } = await brittleOffice();
  await makeSequence(ines, 'Design team');
  await fillTask(ines, lunch);
  proxy.leadTo(nowhere);
  await ines.submit();
  await ines.until(() => shownText(ines).includes('Nothing was saved. Frontdesk can’t reach'));
  expect(ines.view().fields).toMatchObject({
    Days: { value: '0' },
    'Who does it': { value: 'Buddy' },
    'What to do': { value: 'Have lunch together' },
  });
  proxy.leadTo(service.url);
  await ines.submit();
  await ines.untilView('Sequence');
  expect(taskLines(ines)).toHaveLength(1);
});

it('says that the sequences can’t be read, and shows them once they can', async () => {
  const { ines, proxy, service } = await brittleOffice();
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Sequences'));
  proxy.leadTo(nowhere);
  await ines.press('Sequences');
  await ines.until(() => ines.views().at(-1)?.buttons.includes('Try again'));
  expect(shownText(ines)).toContain('The sequences can’t be read right now. Frontdesk can’t reach');
  proxy.leadTo(service.url);
  await ines.press('Try again');
  await ines.until(() => ines.view().buttons.includes('New sequence'));
});

it('adds what it can of several starters, and names the others', async () => {
  const { ines, sandbox, proxy, service } = await brittleOffice();
  const grace = sandbox.person('U0GRACE');
  for (const person of [ines, grace]) {
    await openSequences(person);
    await person.press('From a starter');
    await person.until(() => person.view().fields['Add for people who start']);
    await person.fill({ 'Add for people who start': ['First week', 'Buddy’s list'] });
  }
  proxy.next(additions.newSequence, { when: 'after', answer: 'drop' });
  await Promise.all([ines.submit(), ines.submit()]).catch(() => undefined);
  await ines.until(() => shownText(ines).includes('2 sequences are added.'));
  await grace.submit();
  await grace.until(() => shownText(grace).includes('No sequence was added.'));
  expect(shownText(grace)).toMatch(/“First week” wasn’t added\. .*name already/);
  const names = (await sequencesOf(service)).map(({ name }) => name);
  expect(names.filter((name) => name === 'First week' || name === 'Buddy’s list')).toHaveLength(2);
});

inWhole('adds the rest of several starters when “Add” is pressed again after a lost answer', async () => {
  const { ines, proxy, service } = await brittleOffice();
  await openSequences(ines);
  await ines.press('From a starter');
  await ines.until(() => ines.view().fields['Add for people who start']);
  await ines.fill({ 'Add for people who start': ['First week', 'Buddy’s list'] });
  proxy.next(additions.newSequence, { when: 'after', answer: 'drop' });
  proxy.next(additions.sequences, { when: 'before', answer: 503 });
  await ines.submit();
  await ines.until(() => shownText(ines).includes('couldn’t find out if everything was added'));
  expect(await sequenceNamed(service, 'Buddy’s list')).toBeUndefined();
  await ines.submit();
  await ines.until(() => shownText(ines).includes('2 sequences are added.'));
  const names = (await sequencesOf(service)).map(({ name }) => name);
  expect(names.filter((name) => name === 'First week')).toHaveLength(1);
});

inWhole('keeps what was ticked where nothing could be added', async () => {
  const { ines, proxy, service } = await brittleOffice();
  await openSequences(ines);
  await ines.press('From a starter');
  await ines.until(() => ines.view().fields['Add for people who start']);
  await ines.fill({ 'Add for people who start': ['First week'] });
  proxy.leadTo(nowhere);
  await ines.submit();
  await ines.until(() => shownText(ines).includes('Nothing was saved.'));
  expect(ines.view().fields['Add for people who start']?.value).toEqual(['First week']);
  proxy.leadTo(service.url);
  await ines.submit();
  await ines.until(() => shownText(ines).includes('1 sequence is added.'));
});

/** An office whose service doesn't answer while held; pauses run ten times as fast. */
async function slowOffice() {
  const service = await ourService(cleanup);
  let gate = Promise.resolve();
  const url = await serverThat(cleanup, async (request, response) => {
    const { method = 'GET', headers, url: path = '/' } = request;
    const body = await buffer(request);
    if (path.startsWith('/api/frontdesk/')) await gate;
    const { authorization = '' } = headers;
    const sent = { authorization, 'content-type': 'application/json' };
    const key = headers['idempotency-key'];
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: { ...sent, ...(key !== undefined && { 'idempotency-key': String(key) }) },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  });
  const office = await openOffice(cleanup, { service: { url, token: service.token }, speed: 10 });
  return {
    ...office,
    service,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      cleanup.later(resolve);
      return resolve;
    },
  };
}

it('says that it is reading, and saving, while the service takes its time', async () => {
  const { ines, hold } = await slowOffice();
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Sequences'));
  const read = hold();
  await ines.press('Sequences');
  await ines.until(() => ines.views().at(-1)?.texts.join().includes('Reading from the onboarding service.'));
  read();
  await ines.until(() => ines.view().buttons.includes('New sequence'));
  await ines.press('New sequence');
  await ines.untilView('New sequence');
  await ines.fill({ Name: 'Design team', 'What it’s for': 'People who start' });
  const save = hold();
  await ines.submit();
  await ines.until(() => shownText(ines).includes('Frontdesk is saving this.'));
  save();
  await ines.untilView('Sequence');
  await fillTask(ines, lunch);
  const more = hold();
  await ines.submit();
  await ines.until(() => shownText(ines).includes('Frontdesk is saving this.'));
  more();
  await ines.until(() => taskLines(ines).length === 1);
});

inWhole('brings the form back with everything typed, where what took its time went wrong', async () => {
  const { ines, hold, service } = await slowOffice();
  await makeSequence(ines, 'Design team');
  await fillTask(ines, lunch);
  const id = (await sequenceNamed(service, 'Design team'))?.id;
  const more = hold();
  await ines.submit();
  await ines.until(() => shownText(ines).includes('Frontdesk is saving this.'));
  await change(service, { id, version: 1, name: 'Designers', archived: false, tasks: [] });
  more();
  await ines.untilView('Task');
  expect(shownText(ines)).toContain('Somebody else changed this sequence meanwhile');
  expect(ines.view().fields['What to do']?.value).toBe('Have lunch together');
});

it('tells whoever closed the window meanwhile what wasn’t saved', async () => {
  const { ines, hold, service } = await slowOffice();
  await makeSequence(ines, 'Design team');
  await fillTask(ines, lunch);
  const id = (await sequenceNamed(service, 'Design team'))?.id;
  const more = hold();
  await ines.submit();
  await ines.until(() => shownText(ines).includes('Frontdesk is saving this.'));
  await ines.closeAll();
  await change(service, { id, version: 1, name: 'Designers', archived: false, tasks: [] });
  more();
  await ines.untilMessage('Somebody else changed this sequence meanwhile');
});

async function change({ url, token }: { url: string; token: string }, body: object) {
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}${additions.sequence}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

inWhole('changes tasks that are longer, and further away, than what is made here', async () => {
  const { ines, service } = await brittleOffice();
  const far = { day: 400, owner: 'hr' as const, text: 'x'.repeat(900) };
  await service.operator.addSequence({ name: 'From a file', kind: 'onboarding', tasks: [far] });
  await openSequence(ines, 'From a file');
  await ines.press('Change');
  await ines.untilView('Task');
  expect(ines.view().fields).toMatchObject({ Days: { value: '400' }, 'What to do': { value: far.text } });
  await ines.fill({ 'Who does it': 'Manager' });
  await ines.submit();
  await ines.untilView('Sequence');
  expect((await sequenceNamed(service, 'From a file'))?.tasks).toEqual([
    { ...far, owner: 'manager', person: null },
  ]);
  await fillTask(ines, { ...lunch, Days: '366' });
  await ines.submit();
  expect(ines.view().errors.Days).toBe('Enter a whole number from 0 to 365.');
  await ines.fill({ Days: '365' });
  await ines.submit();
  await ines.untilView('Sequence');
});
