import { expect } from 'vitest';
import type { Mishap } from '../faults/proxy.ts';
import { some } from '../faults/trials.ts';
import { releasedService } from './office.ts';
import { behindProxy, channels, inOneOffice, it, type Open, type World } from './world.ts';

const users = '/api/users/';
const json = 'application/json';
const throttled = { status: 429, body: '{"detail":"Request was throttled."}', type: json };
const denied = /wasn’t added|hasn’t been added/;

type Behind = Awaited<ReturnType<typeof behindProxy<Awaited<ReturnType<typeof releasedService>>>>>;

const inOne = inOneOffice(async (cleanup) => ({ service: await behindProxy(cleanup, releasedService) }));

async function add({ ines, service, clock }: World<Behind>, mishap: Mishap, who: string, speed = 8) {
  service.proxy.next(users, mishap);
  clock.runAt(1);
  await ines.open(`/newhire ${who} 2999-01-01`);
  clock.runAt(speed);
  await ines.submit();
  clock.runAt(30);
}

async function janeAdded(open: Open, mishap: Mishap, speed?: number) {
  const office = await open({ service: (cleanup) => behindProxy(cleanup, releasedService) });
  await add(office, mishap, 'Jane Doe jane@acme.example', speed);
  return { ...office, statuses: () => office.service.proxy.posted(users).map(({ status }) => status) };
}

function everythingSaid({ sandbox }: Pick<World, 'sandbox'>): string[] {
  const called = sandbox.calls().map(({ args }) => JSON.stringify(args));
  return [...called, ...sandbox.deliveries().map(({ answer }) => JSON.stringify(answer ?? ''))];
}

const answers: [string, Mishap['answer']][] = [
  ...[301, 307, 408, 409, 421, 422, 425, 499].map((status): [string, number] => [String(status), status]),
  ['302 to a page to sign in', 302],
  ['429 of a proxy', 429],
  ['400 of a proxy', 400],
  ['400 with a proxy’s JSON', { status: 400, body: '{"message":"Bad Request"}', type: json }],
  ['400 with nothing in it', { status: 400, body: '{}', type: json }],
  ['401 of a proxy', 401],
  ['403 of a firewall that looks at answers', 403],
  ['404 of a proxy', { status: 404, body: '<html>404 page not found</html>' }],
  ['413 of a proxy', 413],
  ['a page with 200', 200],
];

let count = 0;
inOne.for([
  ...some(answers, 4).map(([what, answer]) => ({ what, answer, when: 'after' as const })),
  ...some(answers, 2).map(([what, answer]) => ({ what, answer, when: 'before' as const })),
])('adds a person once, though the answer $when it is $what', async ({ when, answer }, { office }) => {
  const { ines, bot, sandbox, service } = office;
  // A refused token pauses sending until the service has been asked again.
  await expect.poll(() => bot.ledger.outage()).toBeUndefined();
  count += 1;
  const [name, email] = [`Jane Do${'e'.repeat(count)}`, `jane${count}@acme.example`];
  await add(office, { when, answer }, `${name} ${email}`);
  await ines.untilMessage(`${name} has been added.`);
  await ines.untilView('New hire added');
  expect(ines.pageText()).toContain(`${name} has been added.`);
  await expect.poll(() => sandbox.messages(channels.hires)).toHaveLength(count);
  expect(service.employees().filter((one) => one.email === email)).toHaveLength(1);
  const said = everythingSaid(office).filter((one) => one.includes(name));
  expect(said.join()).not.toMatch(denied);
});

it('says that it is checking while nobody knows the outcome', async ({ open }) => {
  const { ines } = await janeAdded(open, { when: 'after', answer: 408 });
  // Checking takes five seconds, a sixth of a second here.
  expect(ines.pageText()).toMatch(/checking whether Jane Doe has been added|has been added\./);
  await ines.untilView('New hire added');
});

it('looks the address up from the second attempt on, even after a refused one', async ({ open }) => {
  const office = await janeAdded(open, { when: 'after', answer: throttled });
  await office.ines.untilMessage('Jane Doe has been added.');
  expect(office.statuses()).toEqual([201, 400]);
  expect(everythingSaid(office).join()).not.toContain('wasn’t added');
});

it('believes a refusal of the first attempt, and says it at the field', async ({ open }) => {
  const body = '{"email":["user with this Email already exists."]}';
  const office = await janeAdded(open, { when: 'before', answer: { status: 400, body, type: json } }, 1);
  expect(office.ines.view().errors['Work email']).toContain('This address is taken');
  expect(office.statuses()).toHaveLength(1);
});
