import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { testClock } from '../clock.ts';
import { type Mishap, startProxy } from '../faults/proxy.ts';
import { inWhole } from '../faults/trials.ts';
import { createCleanup, openOffice, releasedService } from './office.ts';

// Other tests slow these down.
vi.setConfig({ testTimeout: 120_000 });

const cleanup = createCleanup();
afterAll(cleanup.now);

const json = 'application/json';
const employees = '/api/employees/';
const sequences = '/api/sequences/';

interface Lists {
  without: readonly string[];
  canBeRead: boolean;
}

async function open() {
  const service = await releasedService(cleanup);
  const authorization = `Token ${service.token}`;
  const listed = new Map<string, Record<string, string>[]>();
  for (const path of [employees, sequences]) {
    const answer = await fetch(`${service.url}${path}`, { headers: { authorization } });
    listed.set(path, (await answer.json()) as Record<string, string>[]);
  }
  let now: { answer: Mishap['answer']; lists: Lists } | undefined;
  const proxy = await startProxy(cleanup, service.url, (method, path): Mishap | undefined => {
    if (!now || method === 'OPTIONS') return undefined;
    if (method === 'POST') return { when: 'before', answer: now.answer };
    const all = listed.get(path);
    if (!all) return undefined;
    const { without, canBeRead } = now.lists;
    if (!canBeRead) return { when: 'before', answer: 503 };
    const left = all.filter((one) => !without.includes(one.email ?? one.name ?? ''));
    return { when: 'before', answer: { status: 200, body: JSON.stringify(left), type: json } };
  });
  const clock = testClock({ speed: 1 });
  const office = await openOffice(cleanup, { service: { url: proxy.url, token: service.token }, clock });
  const answer = (how: Mishap['answer'], lists: Partial<Lists> = {}) => {
    now = { answer: how, lists: { without: [], canBeRead: true, ...lists } };
  };
  return {
    ...office,
    clock,
    fail: () => answer(503),
    refuse: (problem: object, lists: Partial<Lists>) =>
      answer({ status: 400, body: JSON.stringify(problem), type: json }, lists),
    async answerAgain() {
      now = undefined;
      await office.bot.directory.refresh();
    },
  };
}

let office: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  office = await open();
});

const raw = (name: string) => ({ [name]: ['Invalid pk "19" - object does not exist.'] });
const leila = 'leila.haddad@acme.example';
const cannotBeRead: Partial<Lists> = { canBeRead: false };

/** HR fills in a form and sends it. @returns all texts of the window afterwards */
async function hire(refused: object, lists: Partial<Lists>): Promise<string> {
  const { ines } = office;
  await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Leila Haddad', Buddy: 'Leila Haddad', Sequences: ['Everybody'] });
  office.refuse(refused, lists);
  await ines.submitAndAgree();
  const said = JSON.stringify(ines.screen());
  await ines.closeAll();
  await office.answerAgain();
  return said;
}

it.for<[field: string, of: string, then: Partial<Lists>, sentence: string]>([
  [
    'manager',
    'somebody who is gone',
    { without: [leila] },
    'Leila Haddad is no longer in the onboarding service.',
  ],
  ['manager', 'somebody who is there', {}, 'The onboarding service doesn’t accept Leila Haddad as manager.'],
  ['buddy', 'somebody while no list can be read', cannotBeRead, 'doesn’t accept Leila Haddad as buddy.'],
  ['sequences', 'one that is gone', { without: ['Everybody'] }, '“Everybody” can’t be chosen any more.'],
  ['sequences', 'one that is there', {}, 'The onboarding service doesn’t accept “Everybody”.'],
])('says of a new hire whose %s was refused, %s, what the lists say by then', async (row) => {
  const [field, , then, sentence] = row;
  const said = await hire(raw(field), then);
  expect(said).toContain(sentence);
  expect(said).not.toContain('Invalid pk');
});

inWhole('says it in the message, too, where the form had waited in vain', async () => {
  const { ines, clock } = office;
  await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Leila Haddad' });
  office.fail();
  clock.runAt(8);
  await ines.submitAndAgree();
  await ines.untilView('Request saved');
  office.refuse(raw('manager'), { without: [leila] });
  clock.runAt(20);
  const { texts } = await ines.untilMessage('Jane Doe wasn’t added');
  expect(texts.join()).toContain('Manager: Leila Haddad is no longer in the onboarding service.');
  clock.runAt(1);
  await ines.closeAll();
  await office.answerAgain();
});

it.for<[of: string, then: Partial<Lists>, sentence: string]>([
  [
    'is gone',
    { without: [leila] },
    'Leila Haddad is no longer in the onboarding service. Choose somebody else.',
  ],
  ['is there', {}, 'for this person: they’re an administrator there.'],
  ['can’t be looked up', cannotBeRead, 'they’re an administrator there, or no longer in it.'],
])(
  'says of a refused offboarding of somebody who %s what the lists say by then',
  async ([, then, sentence]) => {
    const { ines } = office;
    await ines.command('/offboard');
    await ines.untilView('Start offboarding');
    await ines.fill({ Employee: 'Leila Haddad', 'Last day': '2999-01-31' });
    office.refuse(raw('user'), then);
    await ines.submitAndAgree();
    const said = JSON.stringify(ines.screen());
    expect(said).toContain(sentence);
    expect(said).not.toContain('Invalid pk');
    await ines.closeAll();
    await office.answerAgain();
  },
);
