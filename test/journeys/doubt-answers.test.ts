import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { type Mishap, startProxy } from '../faults/proxy.ts';
import { some } from '../faults/trials.ts';
import { type Cleanup, channels, createCleanup, openOffice, releasedService } from './office.ts';

// Slow when other tests run in parallel.
vi.setConfig({ testTimeout: 120_000 });

const cleanup = useCleanup();

const users = '/api/users/';
const jane = 'jane@acme.example';

/** Puts a proxy that can answer instead of the service between the office and the service. */
async function officeBehindProxy(own: Cleanup) {
  const service = await releasedService(own);
  const proxy = await startProxy(own, service.url);
  const clock = testClock({ speed: 1 });
  const office = await openOffice(own, { service: { url: proxy.url, token: service.token }, clock });
  return { ...office, service, proxy, clock };
}
type BehindProxy = Awaited<ReturnType<typeof officeBehindProxy>>;

/** @param formSpeed clock speed during the form's two-second wait for the answer */
async function addSomebody(
  { ines, proxy, clock }: BehindProxy,
  mishap: Mishap,
  { name = 'Jane Doe', email = jane, formSpeed = 8 } = {},
) {
  proxy.next(users, mishap);
  clock.runAt(1);
  await ines.command(`/newhire ${name} ${email} 2999-01-01`);
  await ines.untilView('New hire');
  clock.runAt(formSpeed);
  await ines.submit();
  // Make retries and lookups fast.
  clock.runAt(30);
}

async function janeAdded(mishap: Mishap, formSpeed?: number) {
  const office = await officeBehindProxy(cleanup);
  await addSomebody(office, mishap, { formSpeed });
  return office;
}

function everythingSaid({ sandbox }: BehindProxy): string[] {
  const called = sandbox.calls().map(({ args }) => JSON.stringify(args));
  return [...called, ...sandbox.deliveries().map(({ answer }) => JSON.stringify(answer ?? ''))];
}

const denied = /wasn’t added|hasn’t been added/;
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

describe('in one office, with somebody else each time', () => {
  const shared = createCleanup();
  let office: BehindProxy;
  let count = 0;
  beforeAll(async () => {
    office = await officeBehindProxy(shared);
  });
  afterAll(() => shared.now());

  /** Expects a person who is in the service once, and no message that denies it. */
  async function expectAdded(mishap: Mishap) {
    const { ines, bot, sandbox, service } = office;
    // A refused token pauses sending until the service has been asked again.
    await expect.poll(() => bot.ledger.outage()).toBeUndefined();
    count += 1;
    const [name, email] = [`Jane Do${'e'.repeat(count)}`, `jane${count}@acme.example`];
    await addSomebody(office, mishap, { name, email });
    await ines.untilMessage(`${name} has been added.`);
    await ines.untilView('New hire added');
    expect(ines.view().texts.join()).toContain(`${name} has been added.`);
    await expect.poll(() => sandbox.messages(channels.hires)).toHaveLength(count);
    expect(service.employees().filter((one) => one.email === email)).toHaveLength(1);
    expect(
      everythingSaid(office)
        .filter((said) => said.includes(name))
        .join(),
    ).not.toMatch(denied);
    await ines.closeAll();
  }

  it.each(some(Object.entries(afterTheWork), 4))(
    'tells a hire that was made and then answered with %s as added, once, and never as not added',
    (_what, answer) => expectAdded({ when: 'after', answer }),
  );

  it.each(some(Object.entries(afterTheWork), 2))(
    'adds somebody who was not made before the answer %s',
    (_what, answer) => expectAdded({ when: 'before', answer }),
  );
});

it('says that it is checking while nobody knows, and that it will say the outcome', async () => {
  const { ines } = await janeAdded({ when: 'after', answer: 408 });
  // Checking takes five seconds, a sixth of a second here.
  const shown = ines.view().texts.join('\n');
  expect(shown).toMatch(/checking whether Jane Doe has been added|has been added\./);
  await ines.untilView('New hire added');
});

it('looks the address up from the second attempt on, also when the first one seemed to have no effect', async () => {
  const throttled = { status: 429, body: '{"detail":"Request was throttled."}', type: json };
  const office = await janeAdded({ when: 'after', answer: throttled });
  await office.ines.untilMessage('Jane Doe has been added.');
  expect(office.proxy.posted(users).map(({ status }) => status)).toEqual([201, 400]);
  expect(everythingSaid(office).join()).not.toContain('wasn’t added');
});

it('says in its own words what the service refuses, and never the service’s', async () => {
  const raw = {
    manager: ['Invalid pk "19" - object does not exist.'],
    sequences: ['Not all sequence ids are valid.'],
    timezone: ['"Mars/Base" is not a valid choice.'],
  };
  const answer = { status: 400, body: JSON.stringify(raw), type: json };
  const office = await janeAdded({ when: 'before', answer }, 1);
  const said = JSON.stringify(office.ines.screen());
  expect(said).toContain(
    'The onboarding service doesn’t accept this person as manager. Choose another manager.',
  );
  expect(said).not.toMatch(/Invalid pk|Not all sequence|Mars|The onboarding service says/);
});

it('believes a refusal of the first attempt, and says it at the field', async () => {
  const body = '{"email":["user with this Email already exists."]}';
  const office = await janeAdded({ when: 'before', answer: { status: 400, body, type: json } }, 1);
  expect(office.ines.view().errors['Work email']).toContain('already exists');
  expect(office.proxy.posted(users)).toHaveLength(1);
});

it('sends nothing to the older endpoint, and claims nothing, when a proxy hides that somebody was made', async () => {
  const page = { status: 404, body: '<h1>Not Found</h1>' };
  const office = await janeAdded({ when: 'after', answer: page });
  await office.ines.untilMessage('Jane Doe has been added.');
  expect(office.proxy.posted('/api/newhires/')).toEqual([]);
  expect(office.service.employees().filter(({ email }) => email === jane)).toHaveLength(1);
});

it('tells a hire that was made at the third attempt and answered with a proxy’s 404 as added', async () => {
  const office = await officeBehindProxy(cleanup);
  const { ines, proxy } = office;
  const throttled = { status: 429, body: '{"detail":"Request was throttled."}', type: json };
  for (let times = 0; times < 2; times += 1) proxy.next(users, { when: 'before', answer: throttled });
  const page = { status: 404, body: '<h1>Not Found</h1>' };
  await addSomebody(office, { when: 'after', answer: page });
  await ines.untilMessage('Jane Doe has been added.');
  expect(proxy.posted(users).map(({ status }) => status)).toContain(201);
  expect(everythingSaid(office).join()).not.toContain('wasn’t added');
});
