import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fastClock } from '../faults/fast-clock.ts';
import { type Mishap, startProxy } from '../faults/proxy.ts';
import { type Cleanup, channels, createCleanup, openOffice, releasedService } from './office.ts';

// Other tests run beside these.
vi.setConfig({ testTimeout: 120_000 });

let cleanup: Cleanup;
beforeEach(() => {
  cleanup = createCleanup();
});
afterEach(() => cleanup.now());

const users = '/api/users/';
const jane = 'jane@acme.example';

/**
 * An office whose service is behind a proxy that answers in its place.
 * @param formSpeed how fast the two seconds pass for which the form waits for the answer
 */
async function officeBehindProxy(mishap: Mishap, formSpeed = 8) {
  const service = await releasedService(cleanup);
  const proxy = await startProxy(cleanup, service.url);
  proxy.next(users, mishap);
  const clock = fastClock(1);
  const office = await openOffice(cleanup, {
    service: { url: proxy.url, token: service.token },
    clock,
  });
  await office.ines.command(`/newhire Jane Doe ${jane} 2999-01-01`);
  await office.ines.untilView('New hire');
  clock.runAt(formSpeed);
  await office.ines.submit();
  // What follows takes no time.
  clock.runAt(30);
  return { ...office, service, proxy };
}

/** Every text that Slack got. */
function everythingSaid({ sandbox }: Awaited<ReturnType<typeof officeBehindProxy>>): string {
  const called = sandbox.calls().map(({ args }) => JSON.stringify(args));
  return [...called, ...sandbox.deliveries().map(({ answer }) => JSON.stringify(answer ?? ''))].join('\n');
}

const json = 'application/json';
const afterTheWork: Record<string, Mishap['answer']> = {
  '408': 408,
  '425': 425,
  '499': 499,
  '421': 421,
  '409': 409,
  '422': 422,
  '301': 301,
  '302 to a page to sign in': 302,
  '307': 307,
  '429 of a proxy': 429,
  '400 of a proxy': 400,
  '400 with a proxy’s JSON': { status: 400, body: '{"message":"Bad Request"}', type: json },
  '400 with nothing in it': { status: 400, body: '{}', type: json },
  '401 of a proxy': 401,
  '403 of a firewall that looks at answers': 403,
  '404 of a proxy': { status: 404, body: '<html>404 page not found</html>' },
  '413 of a proxy': 413,
  'a page with 200': 200,
};

it.each(Object.entries(afterTheWork))(
  'tells a hire that was made and then answered with %s as added, once, and never as not added',
  async (_what, answer) => {
    const office = await officeBehindProxy({ when: 'after', answer });
    await office.ines.untilMessage('Jane Doe has been added.');
    await office.ines.untilView('New hire added');
    await expect.poll(() => office.sandbox.messages(channels.hires)).toHaveLength(1);
    expect(office.service.employees().filter(({ email }) => email === jane)).toHaveLength(1);
    expect(everythingSaid(office)).not.toMatch(/wasn’t added|hasn’t been added/);
  },
);

it.each(Object.entries(afterTheWork))(
  'adds somebody who was not made before the answer %s',
  async (_what, answer) => {
    const office = await officeBehindProxy({ when: 'before', answer });
    await office.ines.untilMessage('Jane Doe has been added.');
    expect(office.service.employees().filter(({ email }) => email === jane)).toHaveLength(1);
    expect(everythingSaid(office)).not.toMatch(/wasn’t added|hasn’t been added/);
  },
);

it('says that it is checking while nobody knows, and that it will say the outcome', async () => {
  const { ines } = await officeBehindProxy({ when: 'after', answer: 408 });
  // Checking takes five seconds; here they pass in a sixth of one.
  const shown = ines.view().texts.join('\n');
  expect(shown).toMatch(/checking whether Jane Doe has been added|has been added\./);
  await ines.untilView('New hire added');
});

it('looks the address up from the second attempt on, also when the first one seemed to have no effect', async () => {
  const throttled = { status: 429, body: '{"detail":"Request was throttled."}', type: json };
  const office = await officeBehindProxy({ when: 'after', answer: throttled });
  await office.ines.untilMessage('Jane Doe has been added.');
  expect(office.proxy.posted(users).map(({ status }) => status)).toEqual([201, 400]);
  expect(everythingSaid(office)).not.toContain('wasn’t added');
});

it('says in its own words what the service refuses, and never the service’s', async () => {
  const raw = {
    manager: ['Invalid pk "19" - object does not exist.'],
    sequences: ['Not all sequence ids are valid.'],
    timezone: ['"Mars/Base" is not a valid choice.'],
  };
  const answer = { status: 400, body: JSON.stringify(raw), type: json };
  const office = await officeBehindProxy({ when: 'before', answer }, 1);
  const said = JSON.stringify(office.ines.screen());
  expect(said).toContain('The manager is no longer in the onboarding service. Choose another manager.');
  expect(said).not.toMatch(/Invalid pk|Not all sequence|Mars|The onboarding service says/);
});

it('believes a refusal of the first attempt, and says it at the field', async () => {
  const body = '{"email":["user with this Email already exists."]}';
  const office = await officeBehindProxy({ when: 'before', answer: { status: 400, body, type: json } }, 1);
  expect(office.ines.view().errors['Work email']).toContain('already exists');
  expect(office.proxy.posted(users)).toHaveLength(1);
});

it('sends nothing to the older endpoint, and claims nothing, when a proxy hides that somebody was made', async () => {
  const page = { status: 404, body: '<h1>Not Found</h1>' };
  const office = await officeBehindProxy({ when: 'after', answer: page });
  await office.ines.untilMessage('Jane Doe has been added.');
  expect(office.proxy.posted('/api/newhires/')).toEqual([]);
  expect(office.service.employees().filter(({ email }) => email === jane)).toHaveLength(1);
});
