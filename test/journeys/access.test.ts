import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { newHireFields } from '../../src/bot/features/newhire/form/fields.ts';
import { type Listener, Listeners } from '../../src/bot/slack/incoming/listeners.ts';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import { some } from '../faults/trials.ts';
import { type Actor, payloadFor, signed, type WayIn } from './access-payloads.ts';
import { type Cleanup, createCleanup, type Office, openOffice, ourService, serverThat } from './office.ts';
import { somebody } from './people-office.ts';

function watchListeners() {
  const ways: WayIn[] = [];
  const ran: WayIn[] = [];
  const { add, addEvent } = Listeners.prototype;
  Listeners.prototype.add = function (listener: Listener) {
    const { kind, id: constraint, run } = listener;
    const way = { kind, constraint };
    ways.push(way);
    const noted: Listener['run'] = (args, viewer) => {
      ran.push(way);
      return run(args, viewer);
    };
    add.call(this, { ...listener, run: noted });
  };
  Listeners.prototype.addEvent = function (listener) {
    ways.push({ kind: 'event', constraint: listener.event });
    addEvent.call(this, listener);
  };
  return {
    ways,
    ran,
    restore: () => void Object.assign(Listeners.prototype, { add, addEvent }),
  };
}

/** Access required for ways in, by the beginning of their names; the first that fits counts. */
const rules: readonly [ways: RegExp, access: Access][] = [
  [/^event app_home_opened$/, 'home'],
  [/^event /, 'no person'],
  [/^closed newhire/, 'silent'],
  [new RegExp(`^action newhire_(${newHireFields.idsOf('typed').join('|')})$`), 'silent'],
  [/^command \/newhire$/, 'hr'],
  [/^command \/(offboard|frontdesk)$/, 'managers'],
  [/^(action|view|options) (task|reminder_(stop|resume)|calendar_add)/, 'members'],
  [/^action reminder_rehearse$/, 'managers'],
  [/^action troubles_(take_up|discard)$/, 'hr'],
  [/^(action|view|options|shortcut) (offboard|approval|amendment|troubles|home)/, 'managers'],
  [/^(action|view|options|shortcut) (newhire|sequences|starter|people|checkup|setup|settings|webhook)/, 'hr'],
];

/** Way in as a rule names it; events can have several listeners. */
function nameOf({ kind, constraint }: WayIn): string {
  return `${kind} ${constraint}`;
}

function waysFor(access: Access): WayIn[] {
  const accessTo = (way: WayIn) => rules.find(([ways]) => ways.test(nameOf(way)))?.[1];
  const ways = listeners.ways.filter((way) => accessTo(way) === access);
  return [...new Map(ways.map((way) => [nameOf(way), way])).values()];
}

const Manifest = z.object({
  features: z.object({
    slash_commands: z.array(z.object({ command: z.string() })),
    shortcuts: z.array(z.object({ callback_id: z.string() })),
  }),
  settings: z.object({ event_subscriptions: z.object({ bot_events: z.array(z.string()) }) }),
});

const standings = {
  'HR by a user group': { id: 'U0LEILA', teamId: 'T0SANDBOX' },
  'a manager': { id: 'U0MARCUS', teamId: 'T0SANDBOX' },
  nobody: { id: 'U0SOFIA', teamId: 'T0SANDBOX' },
  'a guest': { id: 'U0ROBIN', teamId: 'T0SANDBOX' },
  HR: { id: 'U0INES', teamId: 'T0SANDBOX' },
  'a bot': { id: 'U0OTHERBOT', teamId: 'T0SANDBOX' },
  'a stranger': { id: 'U0STRANGER', teamId: 'T0STRANGERS' },
  'a stranger who claims to be from here': { id: 'U0STRANGER', teamId: 'T0SANDBOX' },
  'somebody deactivated': { id: 'U0GONE', teamId: 'T0SANDBOX' },
} satisfies Record<string, Actor>;

/** The full run also tries people who aren't members at all. */
const tried = some(Object.entries(standings), 4);

/** In both lists, so that only their kind of account keeps them out. */
const outsiders = ['U0ROBIN', 'U0OTHERBOT', 'U0STRANGER', 'U0GONE'];

type Access = keyof typeof allowed | 'home' | 'no person' | 'silent';
const allowed = {
  hr: ['HR', 'HR by a user group'],
  managers: ['HR', 'HR by a user group', 'a manager'],
  members: ['HR', 'HR by a user group', 'a manager', 'nobody'],
} as const;

const refusal = /don’t have access|Need access|only for full members/;

const group = { id: 'S0HR', handle: 'hr', name: 'HR', users: ['U0LEILA'] };

let cleanup: Cleanup;
let office: Office;
let listeners: ReturnType<typeof watchListeners>;
let answers: string[];
let responseUrl: string;

beforeAll(async () => {
  cleanup = createCleanup();
  listeners = watchListeners();
  cleanup.later(listeners.restore);
  answers = [];
  responseUrl = await serverThat(cleanup, async (request, response) => {
    answers.push(await text(request));
    response.end('ok');
  });
  office = await openOffice(cleanup, {
    mode: 'http',
    service: await ourService(cleanup),
    env: {
      FRONTDESK_HR: ['U0INES', 'S0HR', ...outsiders].join(','),
      FRONTDESK_MANAGERS: ['U0MARCUS', ...outsiders].join(','),
    },
    workspace: {
      people: [
        ...demoWorkspace.people,
        somebody('U0OTHERBOT', 'U0OTHERBOT', { isBot: true }),
        somebody('U0STRANGER', 'U0STRANGER', { isStranger: true }),
        somebody('U0GONE', 'U0GONE', { isDeleted: true }),
      ],
      userGroups: [group],
    },
  });
});
afterAll(() => cleanup.now());

/** Sends what Slack would. @returns the text of the answer */
async function deliver(way: WayIn, actor: Actor): Promise<string> {
  const body = payloadFor(way, actor, responseUrl);
  const headers = signed(body, office.sandbox.signingSecret);
  return (await fetch(`${office.bot.url}/slack/events`, { method: 'POST', headers, body })).text();
}

async function goIn(way: WayIn, actor: Actor): Promise<'allowed' | 'refused'> {
  const before = { ran: listeners.ran.length, answers: answers.length, calls: office.sandbox.calls().length };
  const answer = await deliver(way, actor);
  const emptyMenu = way.kind === 'options' && answer === '{"options":[]}';
  const outcome = () => {
    if (listeners.ran.length > before.ran) return 'allowed';
    const calls = office.sandbox.calls().slice(before.calls);
    const said = [answer, ...answers.slice(before.answers), JSON.stringify(calls.map(({ args }) => args))];
    return emptyMenu || said.some((words) => refusal.test(words)) ? 'refused' : undefined;
  };
  return vi.waitUntil(outcome, { timeout: 15_000, interval: 5 });
}

it('has a rule for every way in, and no rule without one', () => {
  const ways = [...new Set(listeners.ways.map(nameOf))];
  expect(ways.filter((way) => !rules.some(([fits]) => fits.test(way)))).toEqual([]);
  expect(rules.filter(([fits]) => !ways.some((way) => fits.test(way)))).toEqual([]);
});

it('listens for every command, shortcut and event of the manifest, and for no other', () => {
  const { features, settings } = Manifest.parse(parse(readFileSync('manifest.yml', 'utf8')));
  const listened = (kind: string) =>
    [
      ...new Set(listeners.ways.filter((way) => way.kind === kind).map(({ constraint }) => constraint)),
    ].sort();
  expect(listened('command')).toEqual(features.slash_commands.map(({ command }) => command).sort());
  expect(listened('shortcut')).toEqual(features.shortcuts.map(({ callback_id }) => callback_id).sort());
  expect(listened('event')).toEqual(settings.event_subscriptions.bot_events.toSorted());
});

describe.each(Object.entries(allowed))('what is for %s', (access, may: readonly string[]) => {
  it.each(tried)('lets in who may, and tells everybody else whom to ask: %s', async (standing, actor) => {
    const ways = waysFor(access as keyof typeof allowed);
    expect(ways.length).toBeGreaterThan(5);
    const expected = may.includes(standing) ? 'allowed' : 'refused';
    for (const way of ways) {
      expect([nameOf(way), await goIn(way, actor)]).toEqual([nameOf(way), expected]);
    }
  });
});

it.each([
  ['closed', 'newhire'],
  ['closed', 'newhire_check'],
  ['action', 'newhire_first_name'],
])('hears of %s %s from HR alone, and tells others nothing', async (kind, constraint) => {
  const way = { kind, constraint };
  const before = { ran: listeners.ran.length, calls: office.sandbox.calls('chat.postMessage').length };
  for (const actor of [standings['a manager'], standings.nobody, standings['a guest'], standings.HR])
    await deliver(way, actor);
  await expect.poll(() => listeners.ran.length).toBe(before.ran + 1);
  expect(office.sandbox.calls('chat.postMessage')).toHaveLength(before.calls);
});

it.each(Object.entries(standings))('App Home shows %s what they may see', async (standing, actor) => {
  const before = office.sandbox.calls('views.publish').length;
  await deliver({ kind: 'event', constraint: 'app_home_opened' }, actor);
  await expect.poll(() => office.sandbox.calls('views.publish').length).toBeGreaterThan(before);
  const shown = JSON.stringify(office.sandbox.calls('views.publish').at(-1)?.args.view);
  expect(refusal.test(shown)).toBe(!allowed.managers.some((one) => one === standing));
});

it('shuts out who leaves the user group, and lets in who comes, as soon as Slack says so', async () => {
  const { sandbox } = office;
  const way = { kind: 'command', constraint: '/newhire' };
  const asked = () => sandbox.calls('usergroups.users.list').length;
  expect(await goIn(way, standings['HR by a user group'])).toBe('allowed');
  const before = asked();
  expect(await goIn(way, standings['HR by a user group'])).toBe('allowed');
  expect(asked()).toBe(before);
  sandbox.changeUserGroup('S0HR', { users: ['U0SOFIA'] });
  await sandbox.settled();
  expect(await goIn(way, standings['HR by a user group'])).toBe('refused');
  expect(await goIn(way, standings.nobody)).toBe('allowed');
  sandbox.changeUserGroup('S0HR', { users: ['U0LEILA'] });
  await sandbox.settled();
  expect(await goIn(way, standings['HR by a user group'])).toBe('allowed');
  expect(await goIn(way, standings.nobody)).toBe('refused');
});
