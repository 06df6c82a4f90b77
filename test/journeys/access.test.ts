import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { newHireFields } from '../../src/bot/features/newhire/form/fields.ts';
import { anyOf } from '../../src/bot/slack/forms/form.ts';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import { some } from '../faults/trials.ts';
import { watchListeners } from './access-listeners.ts';
import { type Actor, payloadFor, signed, type WayIn } from './access-payloads.ts';
import { type Cleanup, createCleanup, type Office, openOffice, ourService } from './office.ts';

/** Access required for each way in. A way in without a line fails the first test. */
const elements = (which: 'chosen' | 'typed') =>
  anyOf(newHireFields.idsOf(which).map((id) => `newhire_${id}`)).source;

const rows: Record<string, keyof typeof allowed | 'no person' | 'hr, and nobody else hears why'> = {
  'command /newhire': 'hr',
  'command /offboard': 'managers',
  'command /frontdesk': 'managers',
  'shortcut newhire': 'hr',
  'shortcut newhire_from_message': 'hr',
  'shortcut offboard': 'managers',
  'action newhire_open': 'hr',
  'action newhire_add_another': 'hr',
  'action newhire_correct': 'hr',
  'action newhire_save_draft': 'hr',
  'action newhire_plan': 'hr',
  'action newhire_draft_resume': 'hr',
  'action newhire_draft_delete': 'hr',
  // Only the table of fields names these.
  [`action ${elements('chosen')}`]: 'hr',
  [`action ${elements('typed')}`]: 'hr, and nobody else hears why',
  'action newhire_open_profile': 'hr',
  'options newhire_manager': 'hr',
  'options newhire_buddy': 'hr',
  'options newhire_sequences': 'hr',
  'options newhire_timezone': 'hr',
  'action newhire': 'hr',
  'view newhire': 'hr',
  'action newhire_foretold': 'hr',
  'action newhire_foretold_rehearse': 'hr',
  'action newhire_foretold_back': 'hr',
  'action newhire_more': 'hr',
  'action newhire_add_like': 'hr',
  'action newhire_check': 'hr',
  'action newhire_check_back': 'hr',
  'view newhire_check': 'hr',
  'action newhire_templates': 'hr',
  'action newhire_template': 'hr',
  'action newhire_template_add': 'hr',
  'action newhire_template_delete': 'hr',
  'action newhire_template_use_0': 'hr',
  'action newhire_template_use_1': 'hr',
  'action newhire_template_use_2': 'hr',
  'action newhire_template_use_3': 'hr',
  'action newhire_template_use_4': 'hr',
  'action newhire_template_choose': 'hr',
  'options newhire_template_manager': 'hr',
  'options newhire_template_buddy': 'hr',
  'options newhire_template_sequences': 'hr',
  'options newhire_template_timezone': 'hr',
  'view newhire_template': 'hr',
  'action newhire_missing_cancel': 'hr',
  'action newhire_missing_keep': 'hr',
  'action newhire_elsewhere_announce': 'hr',
  'action newhire_elsewhere_dismiss': 'hr',
  'options newhire_elsewhere_manager': 'hr',
  'options newhire_elsewhere_buddy': 'hr',
  'options newhire_elsewhere_timezone': 'hr',
  'action newhire_elsewhere': 'hr',
  'view newhire_elsewhere': 'hr',
  'action newhire_elsewhere_check': 'hr',
  'action newhire_elsewhere_check_back': 'hr',
  'view newhire_elsewhere_check': 'hr',
  'closed newhire': 'hr, and nobody else hears why',
  'closed newhire_check': 'hr, and nobody else hears why',
  'action sequences': 'hr',
  'action sequences_previous': 'hr',
  'action sequences_next': 'hr',
  'action sequences_sequence': 'hr',
  'action sequences_sequence_earlier': 'hr',
  'action sequences_sequence_later': 'hr',
  'action sequences_sequence_archive': 'hr',
  'action sequences_sequence_bring_back': 'hr',
  'action sequences_make': 'hr',
  'view sequences_make': 'hr',
  'action sequences_rename': 'hr',
  'view sequences_rename': 'hr',
  'action sequences_starters': 'hr',
  'view sequences_starters': 'hr',
  'action starter': 'hr',
  'action sequences_task': 'hr',
  'action sequences_task_remove': 'hr',
  'options sequences_task_person': 'hr',
  'view sequences_task': 'hr',
  'action offboard_open': 'managers',
  'action offboard_correct': 'managers',
  'action offboard': 'managers',
  'action offboard_check': 'managers',
  'action offboard_check_back': 'managers',
  'action offboard_check_rehearse': 'managers',
  'action offboard_change': 'managers',
  'action approval_approve': 'managers',
  'action approval_decline': 'managers',
  'action approval_ask': 'managers',
  'action approval_answer': 'managers',
  'view approval_decline': 'managers',
  'view approval_ask': 'managers',
  'view approval_answer': 'managers',
  'action amendment_moved': 'managers',
  'action amendment_called_off': 'managers',
  'action amendment_resumed': 'managers',
  'view amendment_moved': 'managers',
  'view amendment_called_off': 'managers',
  'view amendment_resumed': 'managers',
  'action reminder_stop': 'members',
  'action reminder_stop_tasks': 'members',
  'action reminder_resume': 'members',
  'action reminder_rehearse': 'managers',
  'action task_done': 'members',
  'action task_reopen': 'members',
  'action task_postpone': 'members',
  'action task_pass_on': 'members',
  'action task_list': 'members',
  'action task_list_more': 'members',
  'options task_pass_on_assignee': 'members',
  'view task_postpone': 'members',
  'view task_pass_on': 'members',
  'options offboard_employee': 'managers',
  'options offboard_sequences': 'managers',
  'view offboard': 'managers',
  'view offboard_check': 'managers',
  'action troubles_yes': 'managers',
  'action troubles_no': 'managers',
  'action troubles_take_up': 'hr',
  'action troubles_discard': 'hr',
  'action troubles_dismiss': 'managers',
  'action home_retry': 'managers',
  'action home_cancel': 'managers',
  'action home_details': 'managers',
  'action home_timeline': 'managers',
  'action home_timeline_earlier': 'managers',
  'action home_timeline_today': 'managers',
  'action home_timeline_later': 'managers',
  'action home_requests': 'managers',
  'action home_requests_find': 'managers',
  'action home_requests_newer': 'managers',
  'action home_requests_older': 'managers',
  'view home_requests': 'managers',
  'action offboard_for': 'managers',
  'action people_import': 'hr',
  'view people_import_page': 'hr',
  'action people_in_step': 'hr',
  'view people_in_step': 'hr',
  'action checkup': 'hr',
  'action setup_skip': 'hr',
  'action setup_put_back': 'hr',
  'action setup_show': 'hr',
  'action setup_hide': 'hr',
  'action settings_connection': 'hr',
  'action settings_access': 'hr',
  'action settings_channels': 'hr',
  'action settings_organization': 'hr',
  'action settings_reminders': 'hr',
  'action settings_approval': 'hr',
  'action settings_texts': 'hr',
  'action settings_sequences': 'hr',
  'action settings_texts_preview': 'hr',
  'action ^(settings_channels_channels|settings_channels_private_channel)$': 'hr',
  'options settings_access_hr_groups': 'hr',
  'options settings_access_manager_groups': 'hr',
  'options settings_organization_timezone': 'hr',
  'view settings_connection': 'hr',
  'view settings_access': 'hr',
  'view settings_channels': 'hr',
  'view settings_organization': 'hr',
  'view settings_reminders': 'hr',
  'view settings_approval': 'hr',
  'view settings_texts': 'hr',
  'view settings_sequences': 'hr',
  'event app_home_opened': 'home',
  'event subteam_members_changed': 'no person',
  'event subteam_updated': 'no person',
  'event team_join': 'no person',
  'event user_change': 'no person',
};

const Manifest = z.object({
  features: z.object({
    slash_commands: z.array(z.object({ command: z.string() })),
    shortcuts: z.array(z.object({ callback_id: z.string() })),
  }),
  settings: z.object({ event_subscriptions: z.object({ bot_events: z.array(z.string()) }) }),
});

const standings = {
  HR: { id: 'U0INES', teamId: 'T0SANDBOX' },
  'HR by a user group': { id: 'U0LEILA', teamId: 'T0SANDBOX' },
  'a manager': { id: 'U0MARCUS', teamId: 'T0SANDBOX' },
  nobody: { id: 'U0SOFIA', teamId: 'T0SANDBOX' },
  'a guest': { id: 'U0ROBIN', teamId: 'T0SANDBOX' },
  'a bot': { id: 'U0OTHERBOT', teamId: 'T0SANDBOX' },
  'a stranger': { id: 'U0STRANGER', teamId: 'T0STRANGERS' },
  'a stranger who claims to be from here': { id: 'U0STRANGER', teamId: 'T0SANDBOX' },
  'somebody deactivated': { id: 'U0GONE', teamId: 'T0SANDBOX' },
} satisfies Record<string, Actor>;

/** The full run also tries people who aren't members at all. */
const tried = some(Object.entries(standings), 5);

/** In both lists, so that only their kind of account keeps them out. */
const outsiders = ['U0ROBIN', 'U0OTHERBOT', 'U0STRANGER', 'U0GONE'];

const allowed = {
  hr: ['HR', 'HR by a user group'],
  managers: ['HR', 'HR by a user group', 'a manager'],
  members: ['HR', 'HR by a user group', 'a manager', 'nobody'],
  home: ['HR', 'HR by a user group', 'a manager'],
} as const;

const refusal = /don’t have access|only for full members/;

function other(id: string, role: object) {
  return {
    id,
    name: id.toLowerCase(),
    realName: id,
    email: `${id}@elsewhere.example`,
    timezone: 'UTC',
    ...role,
  };
}

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
  responseUrl = await answerServer();
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
        other('U0OTHERBOT', { isBot: true }),
        other('U0STRANGER', { isStranger: true }),
        other('U0GONE', { isDeleted: true }),
      ],
      userGroups: [group],
    },
  });
});
afterAll(() => cleanup.now());

async function answerServer(): Promise<string> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    answers.push(Buffer.concat(parts).toString());
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.later(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function goIn(way: WayIn, actor: Actor): Promise<'allowed' | 'refused'> {
  const before = { ran: listeners.ran.length, answers: answers.length, calls: office.sandbox.calls().length };
  const body = payloadFor(way, actor, responseUrl);
  const headers = signed(body, office.sandbox.signingSecret);
  const answer = await fetch(`${office.bot.url}/slack/events`, { method: 'POST', headers, body });
  const text = await answer.text();
  const emptyMenu = way.kind === 'options' && text === '{"options":[]}';
  const outcome = () => {
    if (listeners.ran.length > before.ran) return 'allowed';
    const calls = office.sandbox.calls().slice(before.calls);
    const said = [text, ...answers.slice(before.answers), JSON.stringify(calls.map(({ args }) => args))];
    return emptyMenu || said.some((words) => refusal.test(words)) ? 'refused' : undefined;
  };
  return vi.waitUntil(outcome, { timeout: 15_000, interval: 5 });
}

it('has a line for every way in, and no line without one', () => {
  // Events can have several listeners; none of those is a person's action.
  const registered = [...new Set(listeners.ways.map(({ kind, constraint }) => `${kind} ${constraint}`))];
  expect(registered.sort()).toEqual(Object.keys(rows).sort());
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

describe.each(Object.entries(rows).filter(([, who]) => ['hr', 'managers', 'members'].includes(who)))(
  '%s',
  (row, who) => {
    const [kind = '', constraint = ''] = row.split(/ (.*)/);
    const may: readonly string[] = allowed[who === 'hr' || who === 'members' ? who : 'managers'];
    const way = { kind, constraint: constraint.replace(/^\^(.*)\(([^|)]*).*$/, '$1$2') };

    it(`lets in who may of ${tried.length} kinds of people, and tells everybody else whom to ask`, async () => {
      const outcome: Record<string, string> = {};
      for (const [standing, actor] of tried) outcome[standing] = await goIn(way, actor);
      const expected = tried.map(([standing]) => [
        standing,
        may.some((one) => one === standing) ? 'allowed' : 'refused',
      ]);
      expect(outcome).toEqual(Object.fromEntries(expected));
    });
  },
);

it.each([
  ['closed', 'newhire'],
  ['closed', 'newhire_check'],
  ['action', 'newhire_first_name'],
])('hears of %s %s from HR alone, and tells others nothing', async (kind, constraint) => {
  const way = { kind, constraint };
  const before = { ran: listeners.ran.length, calls: office.sandbox.calls('chat.postMessage').length };
  for (const actor of [standings['a manager'], standings.nobody, standings['a guest'], standings.HR]) {
    const body = payloadFor(way, actor, responseUrl);
    const headers = signed(body, office.sandbox.signingSecret);
    await fetch(`${office.bot.url}/slack/events`, { method: 'POST', headers, body });
  }
  await expect.poll(() => listeners.ran.length).toBe(before.ran + 1);
  expect(office.sandbox.calls('chat.postMessage')).toHaveLength(before.calls);
});

it.each(Object.entries(standings))('App Home shows %s what they may see', async (standing, actor) => {
  const before = office.sandbox.calls('views.publish').length;
  const body = payloadFor({ kind: 'event', constraint: 'app_home_opened' }, actor, responseUrl);
  const headers = signed(body, office.sandbox.signingSecret);
  await fetch(`${office.bot.url}/slack/events`, { method: 'POST', headers, body });
  await expect.poll(() => office.sandbox.calls('views.publish').length).toBeGreaterThan(before);
  const shown = JSON.stringify(office.sandbox.calls('views.publish').at(-1)?.args.view);
  expect(refusal.test(shown)).toBe(!allowed.home.some((one) => one === standing));
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
