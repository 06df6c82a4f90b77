import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo/cast.ts';
import type { SandboxPerson } from '../../src/sandbox/workspace/people.ts';
import { type Cleanup, createCleanup, type Office, openOffice, ourService, releasedService } from './office.ts';

let cleanup: Cleanup;
beforeEach(() => {
  cleanup = createCleanup();
});
afterEach(() => cleanup.now());

type Service = Awaited<ReturnType<typeof ourService>>;

function somebody(id: string, realName: string, more: Partial<SandboxPerson> = {}): SandboxPerson {
  const name = id.toLowerCase();
  return { id, name, realName, email: `${name}@acme.example`, timezone: 'Asia/Calcutta', ...more };
}

/** Beside the demo's people, who are in the service, and a guest. */
const newcomers = [
  somebody('U0MARY', 'Mary Ann Smith', { title: 'Engineer' }),
  somebody('U0DOE', 'Doe, Jane', { email: 'Jane.Doe@acme.example', timezone: 'Mars/Base' }),
];
const outsiders = [
  somebody('U0CHER', 'Cher'),
  somebody('U0NOMAIL', 'No Address', { email: '' }),
  somebody('U0GONE', 'Gone Long', { isDeleted: true }),
  somebody('U0OTHERBOT', 'Other Bot', { isBot: true }),
  somebody('U0STRANGER', 'From Elsewhere', { isStranger: true }),
  somebody('U0SINGLE', 'Single Guest', { isUltraGuest: true }),
];

const workspace = { people: [...demoWorkspace.people, ...newcomers, ...outsiders] };

/** What the service has of people, by address. */
async function peopleOf({ url, token }: { url: string; token: string }) {
  const answer = await fetch(`${url}/api/employees/`, { headers: { authorization: `Token ${token}` } });
  const people = (await answer.json()) as { email: string; first_name: string; last_name: string }[];
  return new Map(people.map((person) => [person.email, person]));
}

/** Everything of somebody that an import can change: whoever is changed to that is not changed. */
async function has({ url, token }: Service, person: object): Promise<boolean> {
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ dry_run: true, people: [person] });
  const answer = await fetch(`${url}/api/frontdesk/people/`, { method: 'POST', headers, body });
  return ((await answer.json()) as { unchanged: number }).unchanged === 1;
}

async function openPeople(person: Office['ines']) {
  await person.openHome();
  await person.until(() => person.home()?.buttons.includes('Import from Slack'));
  await person.press('Import from Slack');
  return person.until(() => {
    const view = person.view();
    return view.title === 'Import from Slack' && !view.texts.join().includes('is reading') && view;
  });
}

it.each(['socket', 'http'] as const)('shows what would be done, and does it when HR agrees, over %s', async (mode) => {
  const service = await ourService(cleanup);
  const { ines, bot } = await openOffice(cleanup, { mode, service, workspace });
  const before = await peopleOf(service);
  const { texts, submit } = await openPeople(ines);
  const said = texts.join('\n');
  expect(said).toContain('Add 2 people.');
  expect(said).toContain(
    'Left out: 2 guests, 2 bots, 1 deactivated, 1 from other workspaces, 1 without an email address, 1 with a single name.',
  );
  expect(said).toContain('To add:\nMary Ann Smith\nJane Doe');
  expect(said).toMatch(/add them with “New hire”:\nCher\nNo Address/);
  expect(await peopleOf(service)).toEqual(before);
  expect(submit).toBe('Import');

  await ines.submit();
  await ines.until(() => ines.view().texts.join().includes('2 people were added and 0 updated.'));
  await ines.untilMessage('2 people were added and 0 updated.');
  const after = await peopleOf(service);
  expect(after.size).toBe(before.size + 2);
  expect(after.get('jane.doe@acme.example')).toMatchObject({ first_name: 'Jane', last_name: 'Doe' });
  const mary = { first_name: 'Mary', last_name: 'Ann Smith', email: 'u0mary@acme.example' };
  expect(await has(service, { ...mary, position: 'Engineer', timezone: 'Asia/Kolkata' })).toBe(true);
  // In the menus at once.
  await expect.poll(() => bot.directory.current()?.peopleByEmail.has('u0mary@acme.example')).toBe(true);
});
