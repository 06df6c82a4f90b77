import { expect } from 'vitest';
import { additions } from '../../src/contract/paths.ts';
import type { Task } from '../../src/contract/task.ts';
import { formatDay } from '../../src/time/dates.ts';
import type { Person } from '../driver/person.ts';
import { leaksIn, toldIn } from './leaver-watch.ts';
import { channels, employeesOf, releasedService } from './office.ts';
import { finishAll, kit, type TaskService, tasksOf, withTasks } from './task-office.ts';
import { begin, behindProxy, inWhole, it, startDay } from './world.ts';

const owners = ['hire', 'manager', 'buddy', 'hr', 'person'] as const;
/** Days relative to the start or last day, across the end of winter time and of February. */
const days = [-45, -20, -14, -10, -5, -3, -2, -1, 0, 0, 1, 2, 3, 5, 6, 12, 13, 19, 30, 90, 350, 365];
const long = 'Long way';
const lastDay = '2031-03-29';

/** Tasks on each of those days, owned by each kind of owner in turn. */
function longWay(person: number) {
  return days.map((day, index) => {
    const owner = owners[index % owners.length] ?? 'hr';
    const text = `${index + 1}. for the ${owner}, <!here> *${day}*`;
    return { day, owner, text, ...(owner === 'person' && { person }) };
  });
}

/** Unfolds the tasks of a page. @returns each with its day and reader */
async function shownTasks(person: Person): Promise<string[]> {
  await unfold(person);
  const lines = person.pageText().split('\n');
  const shown: string[] = [];
  let day = '';
  for (const line of lines.slice(lines.indexOf('Tasks') + 1)) {
    if (line.startsWith('*')) day = line.replaceAll('*', '').replace(/, (first|last) day/, '');
    else if (line.includes(' · ')) shown.push(`${day} · ${line}`);
  }
  return shown
    .map((line) => line.replace(/ \([^()]*reminder[^()]*\)$/, '').replaceAll('\u200B', ''))
    .toSorted();
}

async function unfold(person: Person): Promise<void> {
  const button = person.view().buttons.find((one) => /^\d+ tasks?$/.test(one)) ?? 'tasks';
  await person.pressUntil(button, /(^|\n)Tasks\n/);
}

/** The service's tasks as a page shows them. @param readerOf who gets the task */
function plannedTasks(tasks: readonly Task[], readerOf: (task: Task) => string): string[] {
  const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const day = (task: Task) => formatDay(task.due_day, 'en-GB', begin.slice(0, 10));
  return tasks.map((task) => `${day(task)} · ${escaped(task.text)} · ${readerOf(task)}`).toSorted();
}

const ownerOf = ({ text }: Task) => /for the (\w+)/.exec(text)?.[1] ?? '';

async function idOf(service: TaskService, email: string): Promise<number> {
  return (await employeesOf(service)).find((one) => one.email === email)?.id ?? 0;
}

async function ofMarcus(service: TaskService) {
  const person = await idOf(service, 'marcus.oyelaran@acme.example');
  return { day: 1, owner: 'person', person, text: 'Share the work' } as const;
}

async function rehearse(person: Person) {
  await person.openPerson();
  await person.pressUntil('Rehearse', /as direct messages now/);
}

it('shows the very tasks that the service makes, in whatever week somebody starts', async ({ open }) => {
  const { ines, bot, service } = await open(withTasks());
  const leila = await idOf(service, 'leila.haddad@acme.example');
  const marcus = await idOf(service, 'marcus.oyelaran@acme.example');
  await service.add(long, 'onboarding', longWay(leila));
  await bot.directory.refresh();
  // A Saturday before the clocks change, and no chosen day.
  const starts = { Joan: '2031-03-29', June: '' };
  for (const [first, day] of Object.entries(starts)) {
    const email = `${first.toLowerCase()}@acme.example`;
    await ines.fillIn(`/newhire ${first} Doe ${email} ${day}`, {
      Manager: 'Marcus Oyelaran',
      Sequences: [long],
    });
    await ines.open('What will happen');
    const shown = await shownTasks(ines);
    expect(ines.pageText()).toContain('If someone isn’t in Slack, HR gets their tasks.');
    expect(ines.pageText().includes('days count from today')).toBe(day === '');
    await ines.open('Back', 'New hire');
    await ines.submit();
    if (ines.view().title === 'Check and add') {
      expect(await shownTasks(ines)).toEqual(shown);
      await ines.submit();
    }
    await ines.untilView('New hire added');
    await ines.closeAll();
    const hire = await idOf(service, email);
    const all = (await service.ask(`/api/frontdesk/tasks/?state=all&person=${hire}`)) as {
      tasks: Task[];
    };
    const readers = new Map<number | null, string>([
      [hire, `${first} Doe`],
      [marcus, 'Marcus Oyelaran'],
      [leila, 'Leila Haddad'],
    ]);
    const ofHr = (task: Task) => (ownerOf(task) === 'buddy' ? 'HR (no buddy chosen)' : 'HR');
    const planned = plannedTasks(all.tasks, (task) => readers.get(task.assignee) ?? ofHr(task));
    expect(planned).toHaveLength(days.length);
    expect(shown).toEqual(planned);
  }
});

it('fits all that follows from two sequences into twelve lines, tasks folded', async ({ open }) => {
  const { ines, bot, service } = await open(withTasks());
  await service.add('Second desk', 'onboarding', [
    { day: 1, owner: 'manager', text: 'Show the code' },
    { day: 5, owner: 'buddy', text: 'Review together' },
  ]);
  await bot.directory.refresh();
  await ines.fillIn(`/newhire Jane Doe jane@acme.exmaple ${startDay}`, {
    Manager: 'Marcus Oyelaran',
    Buddy: 'Sofia Lindqvist',
    Sequences: [kit],
  });
  await ines.fill({ Sequences: [kit, 'Second desk'] });
  await ines.submit();
  await ines.untilView('Check and add');
  const folded = ines.pageText().split('\n');
  expect(folded).toEqual([
    'Jane Doe · jane@acme.exmaple',
    'Nobody here uses acme.exmaple. Did you mean acme.example?',
    '*Now*',
    `Announcement in <#${channels.hires}> · message to Marcus Oyelaran and Sofia Lindqvist`,
    'Assigned sequences: Office kit, Second desk',
    '*Mon 10 Mar, Fri 14 Mar*',
    'Reminder to Marcus Oyelaran and Sofia Lindqvist',
    '*Mon 17 Mar, first day*',
    'Login email to Jane Doe, if your onboarding service sends one',
    `Message in <#${channels.hires}> and to Marcus Oyelaran and Sofia Lindqvist`,
    '*Mon 24 Mar*',
    'First-week question to Marcus Oyelaran',
  ]);
  expect(ines.view().buttons).toEqual(['6 tasks', 'Rehearse']);
  await unfold(ines);
  expect(ines.pageText()).toContain('*Sat 22 Mar*\nReview together · Sofia Lindqvist (reminder Fri 21 Mar)');
  expect(ines.pageText().split('\n').slice(0, folded.length)).toEqual(folded);
  await ines.open('Add', 'New hire added');
});

it('says when each task’s message comes, sends it then, and rehearses what is to come', async ({ open }) => {
  const { clock, ines, marcus, bot, service, preview, posted } = await open(withTasks());
  await service.add('Around the start', 'onboarding', [
    { day: -50, owner: 'manager', text: 'Long over' },
    { day: -5, owner: 'manager', text: 'Over' },
    { day: 0, owner: 'manager', text: 'On the day' },
    { day: 3, owner: 'manager', text: 'On a Saturday' },
    { day: 40, owner: 'hr', text: 'Say hello' },
  ]);
  await bot.directory.refresh();
  const fields = { Manager: 'Marcus Oyelaran', Buddy: 'Sofia Lindqvist', Sequences: ['Around the start'] };
  await preview(fields, '2031-03-05');
  await unfold(ines);
  expect(ines.pageText()).toContain(
    [
      '*Tue 14 Jan*',
      'Long over · Marcus Oyelaran (no reminder)',
      '*Fri 28 Feb*',
      'Over · Marcus Oyelaran (reminder soon)',
      '*Wed 5 Mar, first day*',
      'On the day · Marcus Oyelaran',
      '*Sat 8 Mar*',
      'On a Saturday · Marcus Oyelaran (reminder Fri 7 Mar)',
    ].join('\n'),
  );
  await ines.press('Back');
  await ines.send('New hire added');
  await ines.closeAll();
  clock.moveTo(new Date(Date.parse(begin) + 6 * 60_000));
  await marcus.untilMessage('Task: Over (Jane Doe)');
  await rehearse(ines);
  const ahead = await ines.untilMessage('Rehearsal: Task: On a Saturday (Jane Doe)');
  expect(ahead.texts.join('\n')).toContain('Sat 8 Mar · On a Saturday · Marcus Oyelaran');
  await ines.untilMessage('Rehearsal: Task: Say hello (Jane Doe)');
  expect(posted('Rehearsal: Task')).toHaveLength(3);
  await ines.closeAll();
  clock.moveToDay('2031-03-05', '09:05');
  await marcus.untilMessage('Task: On the day (Jane Doe)');
  clock.moveToDay('2031-03-07', '08:00');
  expect(posted('U0MARCUS: Task: On a Saturday')).toEqual([]);
  clock.moveToDay('2031-03-07', '09:05');
  await marcus.untilMessage('Task: On a Saturday (Jane Doe)');
  expect(posted('Long over')).toEqual([]);

  // All reminders are past.
  clock.moveToDay('2031-04-10', '09:05');
  const before = posted('Rehearsal: ').length;
  await rehearse(ines);
  await ines.until(() => posted('Rehearsal: Task: Say hello').length === 2);
  expect(posted('Rehearsal: ')).toHaveLength(before + 1);
  await ines.closeAll();
  await finishAll(service);
  clock.moveToDay('2031-04-10', '10:00');
  await ines.openPerson();
  await ines.untilPage('5 done');
  expect(ines.view().buttons).not.toContain('Rehearse');
});

inWhole('shows and cancels a leaver’s tasks; only HR and the requester get messages', async ({ open }) => {
  const office = await open(withTasks());
  const { clock, ines, marcus, sandbox, bot, service, checkOffboarding, posted } = office;
  const leila = await idOf(service, 'leila.haddad@acme.example');
  const mine = await ofMarcus(service);
  await service.add(long, 'offboarding', [...longWay(leila), mine]);
  await service.add('Mine', 'offboarding', [mine]);
  await bot.directory.refresh();
  await checkOffboarding({ on: lastDay, fields: { 'Offboarding sequences': [long] } });
  const shown = await shownTasks(marcus);
  expect(marcus.pageText()).toContain('only HR and the requester see these tasks');
  expect(marcus.pageText()).not.toContain('Open tasks move');
  await marcus.send('Offboarding started');
  await marcus.closeAll();
  await expect.poll(async () => (await tasksOf(service)).length).toBe(days.length + 1);
  const readers: Record<string, string> = {
    hire: 'HR instead of the person leaving',
    manager: 'you (if their manager), otherwise HR',
    buddy: 'you (if their buddy), otherwise HR',
    hr: 'HR',
    person: 'HR instead of Leila Haddad',
    '': 'you',
  };
  expect(shown).toEqual(plannedTasks(await tasksOf(service), (task) => readers[ownerOf(task)] ?? ''));
  clock.moveToDay('2031-03-28', '09:05');
  await ines.untilMessage('Task: 9. for the hr', channels.private);
  await marcus.untilMessage('Task: Share the work (Sofia Lindqvist)');
  const sent = posted('Task: ').filter((line) => !line.includes('Rehearsal'));
  expect(new Set(sent.map((line) => line.split(':')[0]))).toEqual(new Set([channels.private, 'U0MARCUS']));
  const known = [channels.private, 'U0MARCUS', 'U0INES'];
  expect(leaksIn(toldIn(sandbox, Object.values(channels)), (id) => known.includes(id))).toEqual([]);

  // Another last day is a change; the page says what becomes of the existing tasks.
  await checkOffboarding({
    on: '2031-04-10',
    fields: { 'Offboarding sequences': ['Mine'] },
    page: 'Change last day',
  });
  expect(await shownTasks(marcus)).toEqual(['Fri 11 Apr · Share the work · you']);
  expect(marcus.pageText()).toContain('Open tasks move to the new last day.');
  await marcus.closeAll();

  // A cancelled offboarding has no open tasks left.
  await office.amend('Cancel offboarding', {}, marcus);
  await expect.poll(() => tasksOf(service)).toEqual([]);
  const places = new Set(posted('Sofia').map((line) => line.split(':')[0]));
  expect(places).toContain(channels.private);
  for (const place of places) expect([channels.private, 'U0MARCUS', 'D0MARCUS']).toContain(place);
  await checkOffboarding({ on: '2031-04-10', fields: { 'Offboarding sequences': ['Mine'] } });
  await shownTasks(marcus);
  expect(marcus.pageText()).not.toContain('Open tasks move');
});

it('shows HR the tasks of an offboarding to approve, and who is told of each', async ({ open }) => {
  const env = { FRONTDESK_OFFBOARDING_APPROVAL: 'True' };
  const { ines, marcus, sandbox, bot, service, checkOffboarding } = await open({ ...withTasks(), env });
  const farewell = { day: 0, owner: 'manager', text: 'Say goodbye' } as const;
  await service.add('Mine', 'offboarding', [await ofMarcus(service), farewell]);
  await bot.directory.refresh();
  await checkOffboarding({ on: lastDay, fields: { 'Offboarding sequences': ['Mine'] } });
  await marcus.send('Waiting for HR');
  const asked = await ines.untilMessage('Approve Sofia Lindqvist’s offboarding?', channels.private);
  const texts = asked.texts.join('\n').replaceAll('\u200B', '');
  for (const line of [
    '*Sun 30 Mar*\nShare the work · <@U0MARCUS> (reminder Fri 28 Mar)',
    'Say goodbye · <@U0MARCUS> (if their manager), otherwise HR',
    'only HR and the requester see these tasks',
  ])
    expect(texts).toContain(line);
  await ines.fillIn('Decline', { Reason: 'Not now' });
  await ines.submit();
  await expect.poll(() => JSON.stringify(sandbox.messages(channels.private))).toContain('Declined by');
});

it('rehearses the tasks as they will look, each once, with buttons that change nothing', async ({ open }) => {
  const office = await open(withTasks());
  const { clock, ines, marcus, bot, service, preview, checkOffboarding, posted } = office;
  await preview({ Manager: 'Marcus Oyelaran', Sequences: [kit] }, startDay);
  await Promise.all([ines.press('Rehearse'), ines.press('Rehearse')]);
  await ines.untilPage('You’ll get these as direct messages now.');
  await ines.untilMessage('Rehearsal: Jane Doe started on Mon 17 Mar');
  expect(posted('Rehearsal: Task')).toEqual([
    'D0INES: Rehearsal: Task: Order a laptop (Jane Doe)',
    'D0INES: Rehearsal: Task: Read the handbook (Jane Doe)',
    'D0INES: Rehearsal: Task: Have lunch together (Jane Doe)',
    'D0INES: Rehearsal: Task: Check the contract (Jane Doe)',
  ]);
  await ines.closeAll();
  for (const [task, words] of [
    ['Order a laptop', 'Fri 14 Mar · Order a laptop · Marcus Oyelaran'],
    ['Order a laptop', 'New hire: Jane Doe, start day Mon 17 Mar'],
    ['Have lunch together', 'There’s no buddy to do this.'],
    ['Read the handbook', 'For your start on Mon 17 Mar'],
  ]) {
    const { texts } = await ines.untilMessage(`Rehearsal: Task: ${task}`);
    expect(texts.join('\n')).toContain(words);
  }
  await ines.press('Done (rehearsal)');
  await ines.untilMessage('This is a rehearsal. Nothing was changed.');
  for (const button of ['Not yet', 'Reassign']) {
    await ines.open(`${button} (rehearsal)`, button);
    expect(ines.pageText()).toContain('This is a rehearsal.');
    await ines.closeAll();
  }
  expect(await tasksOf(service)).toEqual([]);

  // More tasks than the 20 that a rehearsal sends. A leaver's go to the person looking at the page.
  await service.add(long, 'offboarding', longWay(1));
  await bot.directory.refresh();
  await checkOffboarding({ on: lastDay, fields: { 'Offboarding sequences': [long] } });
  await marcus.pressUntil('Rehearse', 'you’ll get the first 20');
  await clock.hurry(() => marcus.until(() => posted('D0MARCUS: Rehearsal: Task').length === 20));
  const instead = await marcus.untilMessage('Rehearsal: Task: 7. for the manager');
  expect(instead.texts.join('\n')).toContain('This is for their manager, who hasn’t been told');
  expect(await tasksOf(service)).toEqual([]);
});

inWhole('opens the form and its pages without the list of sequences, shown later', async ({ open }) => {
  const { clock, service: start } = withTasks();
  const { ines, marcus, bot, service, preview, checkOffboarding } = await open({
    clock,
    service: async (cleanup) => {
      const own = await behindProxy(cleanup, start);
      return { ...own, goOn: own.proxy.hold(additions.sequences) };
    },
  });
  const withSequence = (name: string) =>
    preview({ Manager: 'Marcus Oyelaran', Sequences: [name] }, startDay).then((lines) => lines.join('\n'));
  const unknown = 'Tasks haven’t loaded yet.';
  const before = await withSequence(kit);
  expect(before).toContain(unknown);
  expect(before).not.toContain('No tasks in');
  await ines.pressUntil('Rehearse', 'You’ll get these as direct messages now.');
  await ines.closeAll();
  const fields = { 'Offboarding sequences': ['Return of things'] };
  expect(await checkOffboarding({ on: lastDay, fields })).toContain(unknown);
  await marcus.closeAll();
  expect(service.proxy.passed.filter(({ path }) => path === additions.sequences)).toHaveLength(1);
  service.goOn();

  await service.add('Nothing to do', 'onboarding', []);
  await bot.directory.refresh();
  clock.moveBy(30_000);
  await withSequence(kit);
  await unfold(ines);
  expect(ines.pageText()).toContain('*Fri 14 Mar*\nOrder a laptop · Marcus Oyelaran');
  expect(ines.pageText()).not.toContain('ago.');
  await ines.closeAll();
  await withSequence('Nothing to do');
  expect(ines.pageText()).toContain('No tasks in “Nothing to do”.');
  await ines.closeAll();

  // No new list arrives: the last one is shown with its age.
  const goOn = service.proxy.hold(additions.sequences);
  clock.moveBy(4 * 60_000);
  await withSequence(kit);
  await unfold(ines);
  expect(ines.pageText()).toContain('Order a laptop');
  expect(ines.pageText()).toContain('Sequences as of 4 minutes ago.');
  goOn();
});

it('says nothing of tasks where the service is another one', async ({ open }) => {
  const { preview } = await open({ at: begin, service: releasedService });
  const text = (await preview({ Manager: 'Marcus Oyelaran', Sequences: ['Everybody'] }, startDay)).join('\n');
  expect(text).toContain('Assigned sequences: Everybody');
  expect(text).not.toMatch(/tasks?\b/i);
});
