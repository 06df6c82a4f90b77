import { expect, it } from 'vitest';
import { FullSequence } from '../../src/contract/additions/sequences.ts';
import { formatDay, instantOf } from '../../src/time/dates.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { inWhole } from '../faults/trials.ts';
import { leaksIn, toldIn } from './leaver-watch.ts';
import { begin, officeAt, posted } from './moved-office.ts';
import { channels, employeesOf, type Office, openOffice, serverThat } from './office.ts';
import { pass } from './switchable.ts';
import { kit, type SeenTask, type TaskService, taskOffice, taskService, tasksOf } from './task-office.ts';

const cleanup = useCleanup();

const at = (day: string, time = '09:05') => instantOf(day, time, 'Europe/London');

const owners = ['hire', 'manager', 'buddy', 'hr', 'person'] as const;
/** Days relative to the start or last day, across the end of winter time and of February. */
const days = [-45, -20, -14, -10, -5, -3, -2, -1, 0, 0, 1, 2, 3, 5, 6, 12, 13, 19, 30, 90, 350, 365];
const long = 'Long way';

/** Adds a sequence with a task on each of those days, owned by each kind of owner in turn. */
async function withLongWay(
  { add }: TaskService,
  kind: 'onboarding' | 'offboarding',
  person: number,
  further: Parameters<TaskService['add']>[2] = [],
) {
  const tasks = days.map((day, index) => {
    const owner = owners[index % owners.length] ?? 'hr';
    const text = `${index + 1}. for the ${owner}, <!here> *${day}*`;
    return { day, owner, text, ...(owner === 'person' && { person }) };
  });
  await add(long, kind, [...tasks, ...further]);
}

/** Task lines of the open page, without the note about a message on another day. */
function shownTasks(person: { view(): { texts: string[] } }): string[] {
  const lines = person
    .view()
    .texts.join('\n')
    .split('\n')
    .filter((line) => line.startsWith('Due '));
  return lines.map((line) => line.replace(/ \([^()]*message[^()]*\)/, '').replaceAll('\u200B', ''));
}

/** The service's tasks as a page shows them. @param readerOf who gets the task */
function plannedTasks(tasks: readonly SeenTask[], readerOf: (task: SeenTask) => string): string[] {
  const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return tasks.map(
    (task) => `Due ${formatDay(task.due_day, 'en-GB')} · ${escaped(task.text)} · ${readerOf(task)}`,
  );
}

const ownerOf = ({ text }: SeenTask) => /for the (\w+)/.exec(text)?.[1] ?? '';

async function idOf(service: TaskService, email: string): Promise<number> {
  return (await employeesOf(service)).find((one) => one.email === email)?.id ?? 0;
}

it('shows the very tasks that the service makes then, with their days and whose they are, in whatever week somebody starts', async () => {
  const { clock, office, service } = await taskOffice(cleanup);
  const { ines } = office;
  const leila = await idOf(service, 'leila.haddad@acme.example');
  const marcus = await idOf(service, 'marcus.oyelaran@acme.example');
  await withLongWay(service, 'onboarding', leila);
  await office.bot.directory.refresh();
  // A Saturday before the clocks change, and no chosen day.
  const starts = { Joan: '2031-03-29', June: undefined };
  for (const [first, day] of Object.entries(starts)) {
    const email = `${first.toLowerCase()}@acme.example`;
    await ines.command(`/newhire ${first} Doe ${email} ${day ?? ''}`);
    await ines.untilView('New hire');
    await ines.fill({ Manager: 'Marcus Oyelaran', Sequences: [long] });
    await ines.press('What will happen');
    await ines.untilView('What will happen');
    const shown = shownTasks(ines);
    const notes = ines.view().texts.join('\n');
    expect(notes).toContain('HR gets the tasks of people who can’t be reached in Slack that day.');
    expect(notes.includes('days are counted from today')).toBe(day === undefined);
    await ines.press('Back');
    await ines.untilView('New hire');
    await ines.submit();
    const isAsked = ines.view().title === 'Check and add';
    if (isAsked) expect(shownTasks(ines)).toEqual(shown);
    if (isAsked) await ines.submit();
    await ines.untilView('New hire added');
    await ines.closeAll();
    const hire = await idOf(service, email);
    const all = (await service.ask(`/api/frontdesk/tasks/?state=all&person=${hire}`)) as {
      tasks: SeenTask[];
    };
    const readers = new Map<number | null, string>([
      [hire, `${first} Doe (new hire)`],
      [marcus, 'Marcus Oyelaran (manager)'],
      [leila, 'Leila Haddad'],
    ]);
    const ofHr = (task: SeenTask) => (ownerOf(task) === 'buddy' ? 'HR, because no buddy is chosen' : 'HR');
    const planned = plannedTasks(all.tasks, (task) => readers.get(task.assignee) ?? ofHr(task));
    expect(planned).toHaveLength(days.length);
    expect(shown.toSorted()).toEqual(planned.toSorted());
  }
  expect(clock.now().toISOString().slice(0, 10)).toBe(begin.slice(0, 10));
});

it('says of each task when its message comes, and it comes then: before a day off, soon where it is late, or not at all', async () => {
  const { clock, office, service } = await taskOffice(cleanup);
  const { ines, marcus } = office;
  await service.add('Around the start', 'onboarding', [
    { day: -50, owner: 'manager', text: 'Long over' },
    { day: -5, owner: 'manager', text: 'Over' },
    { day: 0, owner: 'manager', text: 'On the day' },
    { day: 3, owner: 'manager', text: 'On a Saturday' },
  ]);
  await office.bot.directory.refresh();
  await ines.command('/newhire Jane Doe jane@acme.example 2031-03-05');
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran', Buddy: 'Sofia Lindqvist', Sequences: ['Around the start'] });
  await ines.press('What will happen');
  await ines.untilView('What will happen');
  const text = ines.view().texts.join('\n');
  for (const line of [
    'Due Tue, 14 January 2031 (too long ago, so no message) · Long over · Marcus Oyelaran (manager)',
    'Due Fri, 28 February 2031 (message in the next working hours) · Over · Marcus Oyelaran (manager)',
    'Due Wed, 5 March 2031 · On the day · Marcus Oyelaran (manager)',
    'Due Sat, 8 March 2031 (message on Fri, 7 March 2031) · On a Saturday · Marcus Oyelaran (manager)',
  ])
    expect(text).toContain(line);
  await ines.press('Back');
  await ines.submitAndAgree();
  await ines.untilView('New hire added');
  await ines.closeAll();
  clock.moveTo(new Date(Date.parse(begin) + 6 * 60_000));
  await marcus.untilMessage('Task: Over (Jane Doe)');
  // The request's page also rehearses reminders still to come.
  await rehearseRequest(ines);
  const ahead = await ines.untilMessage('Rehearsal: Task: On a Saturday (Jane Doe)');
  expect(ahead.texts.join('\n')).toContain(
    'As planned: Due Sat, 8 March 2031 · On a Saturday · Jane Doe · Marcus Oyelaran',
  );
  expect(posted(office, 'Rehearsal: Task')).toHaveLength(2);
  clock.moveTo(at('2031-03-05'));
  await marcus.untilMessage('Task: On the day (Jane Doe)');
  clock.moveTo(at('2031-03-07', '08:00'));
  expect(posted(office, 'U0MARCUS: Task: On a Saturday')).toEqual([]);
  clock.moveTo(at('2031-03-07'));
  await marcus.untilMessage('Task: On a Saturday (Jane Doe)');
  expect(posted(office, 'Long over')).toEqual([]);
});

async function rehearseRequest(person: Office['ines']) {
  await person.openHome();
  await person.until(() => person.home()?.buttons.includes('Details'));
  await person.press('Details');
  await person.untilView('Request');
  await person.press('Rehearse');
  await person.until(() => person.view().texts.join().includes('once from this page'));
}

async function leaverPage({ marcus }: Office, sequences: string[], day = '2031-03-29') {
  await marcus.command('/offboard');
  await marcus.untilView('Start offboarding');
  await marcus.fill({ Employee: 'Sofia Lindqvist', 'Last day': day, 'Offboarding sequences': sequences });
  await marcus.submit();
  await marcus.untilView('Check and start');
}

inWhole(
  'shows of somebody who leaves the tasks that the service makes, and that only HR and whoever asks hear of them',
  async () => {
    const { clock, office, service } = await taskOffice(cleanup);
    const { ines, marcus } = office;
    const own = await idOf(service, 'marcus.oyelaran@acme.example');
    const leila = await idOf(service, 'leila.haddad@acme.example');
    const mine = { day: 1, owner: 'person', person: own, text: 'Share the work' } as const;
    await withLongWay(service, 'offboarding', leila, [mine]);
    await service.add('Mine', 'offboarding', [mine]);
    await office.bot.directory.refresh();
    await leaverPage(office, [long]);
    const shown = shownTasks(marcus);
    const notes = marcus.view().texts.join('\n');
    expect(notes).toContain('only you and HR get messages about these tasks');
    expect(notes).not.toContain('earlier offboarding');
    await marcus.submit();
    await marcus.untilMessage('has started');
    await marcus.closeAll();
    await expect.poll(async () => (await tasksOf(service)).length).toBe(days.length + 1);
    const readers: Record<string, string> = {
      hire: 'HR, because the person who leaves isn’t told',
      manager: 'you if the onboarding service has you as their manager, otherwise HR',
      buddy: 'you if the onboarding service has you as their buddy, otherwise HR',
      hr: 'HR',
      person: 'HR instead of Leila Haddad',
      '': 'you',
    };
    const planned = plannedTasks(await tasksOf(service), (task) => readers[ownerOf(task)] ?? '');
    expect(shown.toSorted()).toEqual(planned.toSorted());
    await rehearseRequest(marcus);
    await marcus.until(() => marcus.view().texts.join().includes('the first 20 of them'));
    await marcus.until(() => posted(office, 'Rehearsal: Task').length === 20);
    const instead = await marcus.untilMessage('Rehearsal: Task: 10. for the person');
    expect(instead.texts.join('\n')).toContain('This is a task of Leila Haddad. Frontdesk hasn’t told them');
    const toYou = await marcus.untilMessage('Rehearsal: Task: Share the work');
    expect(toYou.texts.join('\n')).not.toContain('hasn’t told');
    await marcus.closeAll();
    clock.moveTo(at('2031-03-28'));
    await ines.untilMessage('Task: 9. for the hr', channels.private);
    await marcus.untilMessage('Task: Share the work (Sofia Lindqvist)');
    const sent = posted(office, 'Task: ').filter((line) => !line.includes('Rehearsal'));
    const tasks = sent.map((line) => line.split(':')[0]);
    expect(new Set(tasks)).toEqual(new Set([channels.private, 'U0MARCUS']));
    const known = [channels.private, 'U0MARCUS', 'U0INES'];
    expect(leaksIn(toldIn(office.sandbox, Object.values(channels)), (id) => known.includes(id))).toEqual([]);

    // Another last day is a change; the page says what becomes of the existing tasks.
    await leaverPage(office, ['Mine'], '2031-04-10');
    expect(marcus.view().texts.join('\n')).toContain(
      'Tasks that this person has from an earlier offboarding',
    );
    expect(shownTasks(marcus)).toEqual(['Due Fri, 11 April 2031 · Share the work · you']);
  },
);

it('shows HR, who is asked to approve an offboarding, the tasks that it brings, and who is told of each', async () => {
  const { office, service } = await taskOffice(cleanup, { env: { FRONTDESK_OFFBOARDING_APPROVAL: 'True' } });
  const { ines, marcus } = office;
  const own = await idOf(service, 'marcus.oyelaran@acme.example');
  const mine = { day: 1, owner: 'person', person: own, text: 'Share the work' } as const;
  await service.add('Mine', 'offboarding', [mine, { day: 0, owner: 'manager', text: 'Say goodbye' }]);
  await office.bot.directory.refresh();
  await leaverPage(office, ['Mine']);
  await marcus.submit();
  await marcus.untilView('Waiting for HR');
  const question = 'Approve the offboarding of Sofia Lindqvist?';
  const asked = await ines.untilMessage(question, channels.private);
  const texts = asked.texts.join('\n').replaceAll('\u200B', '');
  expect(texts).toContain(
    'Due Sun, 30 March 2031 (message on Fri, 28 March 2031) · Share the work · <@U0MARCUS>',
  );
  expect(texts).toContain(
    'Say goodbye · <@U0MARCUS> if the onboarding service has them as the manager, otherwise HR',
  );
  expect(texts).toContain('only whoever requested this and HR get messages about these tasks');
  await ines.press('Decline');
  await ines.untilView('Decline');
  await ines.fill({ Reason: 'Not now' });
  await ines.submit();
  await expect.poll(() => JSON.stringify(office.sandbox.messages(channels.private))).toContain('Declined by');
});

it('rehearses the tasks as they will look, each once, with buttons that change nothing', async () => {
  const { office, service } = await taskOffice(cleanup);
  const { ines, marcus } = office;
  await ines.command('/newhire Jane Doe jane@acme.example 2031-03-17');
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran', Sequences: [kit] });
  await ines.press('What will happen');
  await ines.untilView('What will happen');
  await Promise.all([ines.press('Rehearse'), ines.press('Rehearse')]);
  await ines.until(() => ines.view().texts.join().includes('sends you every message as it will be'));
  await ines.untilMessage('Rehearsal: Jane Doe started on Mon, 17 March 2031');
  expect(posted(office, 'Rehearsal: Task')).toEqual([
    'U0INES: Rehearsal: Task: Order a laptop (Jane Doe)',
    'U0INES: Rehearsal: Task: Read the handbook (Jane Doe)',
    'U0INES: Rehearsal: Task: Have lunch together (Jane Doe)',
    'U0INES: Rehearsal: Task: Check the contract (Jane Doe)',
  ]);
  await ines.closeAll();
  const toManager = await ines.untilMessage('Rehearsal: Task: Order a laptop');
  expect(toManager.texts.join('\n')).toContain(
    'As planned: Due Fri, 14 March 2031 · Order a laptop · Marcus Oyelaran (manager)',
  );
  expect(toManager.texts.join('\n')).toContain('New hire: Jane Doe, start day Mon, 17 March 2031');
  const toHr = await ines.untilMessage('Rehearsal: Task: Have lunch together');
  expect(toHr.texts.join('\n')).toContain('This is for the buddy, but nobody is there for it.');
  const theirOwn = await ines.untilMessage('Rehearsal: Task: Read the handbook');
  expect(theirOwn.texts.join('\n')).toContain('For your start on Mon, 17 March 2031');
  await ines.press('Done');
  await ines.untilMessage('This is a rehearsal. There’s no task yet, so nothing was changed.');
  for (const button of ['Not yet', 'Not mine']) {
    await ines.press(button);
    expect((await ines.untilView(button)).texts.join()).toContain('This is a rehearsal.');
    await ines.closeAll();
  }
  expect(await tasksOf(service)).toEqual([]);

  // More tasks than the 20 that a rehearsal sends. A leaver's go to the person looking at the page.
  await withLongWay(service, 'offboarding', 1);
  await office.bot.directory.refresh();
  await leaverPage(office, [long]);
  await marcus.press('Rehearse');
  await marcus.until(() => marcus.view().texts.join().includes('the first 20 of them'));
  await marcus.until(
    () => posted(office, 'Rehearsal: Task').filter((line) => /^U0MARCUS/.test(line)).length === 20,
  );
  const instead = await marcus.untilMessage('Rehearsal: Task: 7. for the manager');
  expect(instead.texts.join('\n')).toContain('This is a task of their manager. Frontdesk hasn’t told them');
  expect(await tasksOf(service)).toEqual([]);
});

inWhole('offers a rehearsal while nothing but tasks is to come, and none once they are done', async () => {
  const { clock, office, service } = await taskOffice(cleanup);
  const { ines } = office;
  await service.add('A month later', 'onboarding', [{ day: 30, owner: 'hr', text: 'Say hello' }]);
  await office.bot.directory.refresh();
  await ines.command('/newhire Jane Doe jane@acme.example 2031-03-17');
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran', Sequences: ['A month later'] });
  await ines.submitAndAgree();
  await ines.untilMessage('Jane Doe has been added');
  await ines.closeAll();
  // All reminders are past.
  clock.moveTo(at('2031-04-10'));
  await rehearseRequest(ines);
  await ines.untilMessage('Rehearsal: Task: Say hello (Jane Doe)');
  expect(posted(office, 'Rehearsal: ')).toEqual(['U0INES: Rehearsal: Task: Say hello (Jane Doe)']);
  await ines.closeAll();
  for (const { id, version } of await tasksOf(service))
    await service.ask('/api/frontdesk/tasks/change/', { action: 'done', id, version, by: null });
  clock.moveTo(at('2031-04-10', '10:00'));
  await ines.openHome();
  await ines.press('Details');
  await ines.untilView('Request');
  await ines.until(() => ines.view().texts.join().includes('1 done'));
  expect(ines.view().buttons).not.toContain('Rehearse');
});

inWhole(
  'opens the form and its pages though the list of sequences does not come, and says that the tasks are not known yet',
  async () => {
    const clock = testClock({ start: begin });
    const service = await taskService(cleanup, clock);
    let comes = Promise.withResolvers<void>();
    let asked = 0;
    const url = await serverThat(cleanup, async (request, response) => {
      if (request.url === '/api/frontdesk/sequences/') {
        asked += 1;
        await comes.promise;
      }
      await pass(service.url, request, response);
    });
    const office = await openOffice(cleanup, { service: { url, token: service.token }, clock });
    const { ines, marcus } = office;
    await ines.command('/newhire Jane Doe jane@acme.example 2031-03-17');
    await ines.untilView('New hire');
    await ines.fill({ Manager: 'Marcus Oyelaran', Sequences: [kit] });
    await ines.press('What will happen');
    await ines.untilView('What will happen');
    const unknown = 'Frontdesk doesn’t know yet which tasks these sequences bring.';
    expect(ines.view().texts.join('\n')).toContain(unknown);
    expect(ines.view().texts.join('\n')).not.toContain('There are no tasks');
    await ines.press('Rehearse');
    await ines.until(() => ines.view().texts.join('\n').includes('sends you these messages'));
    await ines.closeAll();
    await leaverPage(office, ['Return of things']);
    expect(marcus.view().texts.join('\n')).toContain(unknown);
    await marcus.closeAll();
    // Concurrent viewers share one request.
    expect(asked).toBe(1);
    comes.resolve();

    const open = async (sequences: string[]) => {
      await ines.command('/newhire Jane Doe jane@acme.example 2031-03-17');
      await ines.untilView('New hire');
      await ines.fill({ Manager: 'Marcus Oyelaran', Sequences: sequences });
      await ines.press('What will happen');
      await ines.untilView('What will happen');
      return ines.view().texts.join('\n');
    };
    await service.add('Nothing to do', 'onboarding', []);
    const { id, version, name, tasks } = FullSequence.parse(
      await service.add('Gone soon', 'onboarding', [{ day: 0, owner: 'hr', text: 'Nobody does this' }]),
    );
    const gone = { id, version, name, tasks };
    await office.bot.directory.refresh();
    clock.moveBy(30_000);
    const known = await open([kit]);
    expect(known).toContain('Due Fri, 14 March 2031 · Order a laptop · Marcus Oyelaran (manager)');
    expect(known).not.toContain('ago.');
    await ines.closeAll();
    /** Reopens the page until the list is there, which takes longer on a busy machine. */
    const shows = async (words: string) => {
      for (let tries = 0; tries < 20 && !ines.view().texts.join().includes(words); tries += 1) {
        await ines.press('Back');
        await ines.untilView('New hire');
        await ines.press('What will happen');
        await ines.untilView('What will happen');
      }
      expect(ines.view().texts.join()).toContain(words);
    };
    await open(['Nothing to do']);
    await shows('There are no tasks in “Nothing to do”.');
    await ines.closeAll();
    await open(['Gone soon']);
    await shows('Nobody does this');
    await service.ask('/api/frontdesk/sequences/change/', { ...gone, archived: true });
    clock.moveBy(11_000);
    await ines.press('Back');
    await ines.untilView('New hire');
    await ines.press('What will happen');
    await ines.untilView('What will happen');
    await shows('“Gone soon” was archived and can’t be chosen');
    expect(ines.view().texts.join()).not.toContain('Nobody does this');
    await ines.closeAll();

    // No new list arrives: the last one is shown with its age.
    comes = Promise.withResolvers<void>();
    clock.moveBy(4 * 60_000);
    const old = await open([kit]);
    expect(old).toContain('Order a laptop');
    expect(old).toContain('This is how the sequences were 4 minutes ago.');
    comes.resolve();
  },
);

it('says nothing of tasks where the service is another one', async () => {
  const { office } = await officeAt(cleanup, begin);
  const { ines } = office;
  await ines.command('/newhire Jane Doe jane@acme.example 2031-03-17');
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran', Sequences: ['Everybody'] });
  await ines.press('What will happen');
  await ines.untilView('What will happen');
  const text = ines.view().texts.join('\n');
  expect(text).toContain('The onboarding service is asked to assign these sequences: Everybody');
  expect(text).not.toMatch(/tasks?\b/i);
});
