import { asIfDone } from '../../src/bot/plan/plan.ts';
import type { Preview } from '../../src/bot/preview/preview.ts';
import { escapeMrkdwn } from '../../src/bot/slack/views/blocks.ts';
import { longestText, settingsBefore, type Texts } from '../../src/bot/storage/settings.ts';
import { maxLength } from '../../src/contract/new-hire.ts';
import type { FullSequence, Starter } from '../../src/contract/sequence.ts';
import type { Task } from '../../src/contract/task.ts';

export const longest = maxLength.first_name;

/** Kinds of names that strain Slack's limits, each at the API's maximum length. */
export const names = {
  '200 letters': 'W'.repeat(longest),
  emoji: '👩‍🚀'.repeat(longest / 5),
  'right-to-left letters': 'عمر '.repeat(longest / 4).trim(),
  // An ampersand grows most when escaped: to five characters.
  'marks that mean something to Slack': `<!channel> *_~\`>${'&'.repeat(184)}`,
};

const day = '2031-03-17';
const start = new Date(0);
const own = '{name} {first name} {manager} {buddy} {position} {day} ';

const texts: Texts = Object.fromEntries(
  (['headline', 'before', 'day', 'dayWithYou', 'week'] as const).map((what) => [
    what,
    own.repeat(longestText / own.length),
  ]),
);

export function worstOf(name: string) {
  const [personName, note] = [`${name} ${name}`, name.repeat(20).slice(0, 3_000).toWellFormed()];
  const sequenceNames = Array.from({ length: 100 }, (_, index) => `${index} ${name}${name}`.slice(0, 240));
  const sequences = sequenceNames.map((_, index) => index);
  const email = `${'b'.repeat(60)}@${'c'.repeat(60)}.example`;
  const position = `${name}${name}`.slice(0, maxLength.position).toWellFormed();
  const common = { viewId: 'V1', personName, sequenceNames };
  const unreached = [{ purpose: 'manager', why: 'deactivated' as const }];
  const hire = asIfDone(
    {
      kind: 'newhire',
      requester: 'U0INES',
      payload: {
        ...{ first_name: name, last_name: name, email, role: 1, position, start_day: day },
        ...{ manager: 1, buddy: 2, sequences, timezone: 'UTC', phone: '9'.repeat(300), message: note },
      },
      context: {
        ...{ ...common, unreached, managerName: personName, buddyName: personName },
        role: { label: name, givesRights: true },
      },
      day,
    },
    start,
  );
  const earlier = { id: 'R-1', requester: 'U0GRACE', day, knownTo: ['U0GRACE'], calledOff: true };
  const leaver = asIfDone(
    {
      kind: 'offboarding',
      requester: 'U0MARCUS',
      payload: { user: 1, termination_date: day, sequences },
      context: { ...common, personEmail: email, earlier },
      day,
    },
    start,
  );
  const task: Task = {
    ...{ id: 1, version: 1, person: 1, person_name: personName, person_email: email, day },
    ...{ kind: 'offboarding', sequence: sequenceNames[0] ?? '', owner: 'buddy', assignee: 2 },
    ...{ text: note.slice(0, 1_000).toWellFormed(), due_day: day, due_at: `${day}T09:00:00.000Z` },
    ...{ timezone: 'UTC', note: note.slice(0, 300).toWellFormed(), done_at: null, done_by: null },
  };
  const tasks = Array.from({ length: 100 }, (_, index) => ({
    ...{
      day: index,
      owner: 'person' as const,
      person: 1,
      text: `${index} ${note}`.slice(0, 500).toWellFormed(),
    },
  }));
  const all = sequenceNames.map((one, index): FullSequence => {
    const kind = index % 2 === 0 ? 'onboarding' : 'offboarding';
    return { id: index, version: 1, name: one, kind, archived: index > 60, in_use: 9, tasks };
  });
  const starters = sequenceNames.map((one, index): Starter => {
    const kind = index % 2 === 0 ? 'onboarding' : 'offboarding';
    return { key: `${index}`.padEnd(45, 'k'), name: one, kind, tasks, added: index < 3 ? 1 : null };
  });
  const imported = Array.from({ length: 40 }, (_, index) => ({
    ...{ first_name: `${index} ${name}`.slice(0, longest), last_name: name, email },
  }));
  const plan = Array.from({ length: 20 }, () => escapeMrkdwn(personName));
  const preview: Preview = {
    ...{ request: hire, parts: [], tasks: [], notes: [], taskNotes: [], days: { now: start } },
    moments: plan.map((text, day) => ({ at: new Date(day * 2 * 86_400_000), zone: 'UTC', text })),
  };
  return {
    ...{ plan, preview, name, personName, email, note, hire, leaver, task, tasks, all, starters, imported },
    problem: Object.fromEntries(Object.keys(hire.payload).map((field) => [field, [note.slice(0, 1_000)]])),
    gone: { manager: [personName], buddy: [personName], user: [personName], sequences: sequenceNames },
    person: { id: 1, name: personName, email, role: 0, given: name.length },
    approval: {
      lapsesAt: start,
      awaitsAnswer: false,
      decided: { what: 'declined' as const, by: 'U0INES' },
      notes: (['asked', 'answered', 'declined'] as const).map((what, id) => ({
        ...{ id, what, by: 'U0INES', text: note },
      })),
    },
    settings: { ...settingsBefore({ profileUrl: 'https://onboarding.example/{id}/' }), texts },
  };
}

export type Worst = ReturnType<typeof worstOf>;
