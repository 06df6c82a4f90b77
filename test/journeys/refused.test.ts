import { expect } from 'vitest';
import type { Mishap } from '../faults/proxy.ts';
import { isWhole } from '../faults/trials.ts';
import { type Cleanup, releasedService } from './office.ts';
import { behindProxy, inOneOffice } from './world.ts';

type Listed = { email?: string; name?: string }[];
type Lists = 'complete' | 'without them' | 'unreadable';

const json = 'application/json';
const left = ['leila.haddad@acme.example', 'Everybody'];
const listPaths = ['/api/employees/', '/api/sequences/'];

/** The service behind a proxy that refuses everything from `refuse` or `answer` to `passOn`. */
async function refusingService(cleanup: Cleanup) {
  const listed = new Map<string, Listed>();
  let now: { answer: Mishap['answer']; lists: Lists } | undefined;
  const service = await behindProxy(cleanup, releasedService, (method, path): Mishap | undefined => {
    const all = listed.get(path);
    if (!now || method === 'OPTIONS') return undefined;
    if (method === 'POST') return { when: 'before', answer: now.answer };
    if (!all) return undefined;
    if (now.lists === 'unreadable') return { when: 'before', answer: 503 };
    const isListed = ({ email, name = '' }: Listed[number]) => !left.includes(email ?? name);
    const body = JSON.stringify(now.lists === 'complete' ? all : all.filter(isListed));
    return { when: 'before', answer: { status: 200, body, type: json } };
  });
  for (const path of listPaths) {
    const headers = { authorization: `Token ${service.token}` };
    listed.set(path, (await (await fetch(`${service.url}${path}`, { headers })).json()) as Listed);
  }
  const answer = (how?: Mishap['answer'], lists: Lists = 'complete') => {
    now = how === undefined ? undefined : { answer: how, lists };
  };
  const refuse = (field: string, lists: Lists) => {
    const body = JSON.stringify({ [field]: ['Invalid pk "19" - object does not exist.'] });
    answer({ status: 400, body, type: json }, lists);
  };
  return { ...service, answer, refuse, passOn: () => answer() };
}

const inOne = inOneOffice(async (cleanup) => ({ service: await refusingService(cleanup) }));
const form = '/newhire Jane Doe jane@acme.example 2999-01-01';

inOne.runIf(isWhole)('explains it in the message, too, if it came late', async ({ office }) => {
  const { ines, bot, clock, service } = office;
  await ines.fillIn(form, { Manager: 'Leila Haddad' });
  service.answer(503);
  clock.runAt(8);
  await ines.send('Request saved');
  service.refuse('manager', 'without them');
  clock.runAt(20);
  const { texts } = await ines.untilMessage('Jane Doe wasn’t added');
  expect(texts.join()).toContain('Manager: Leila Haddad is no longer in the onboarding service.');
  clock.runAt(1);
  service.passOn();
  await bot.directory.refresh();
});

inOne.for<[string, Lists, string]>([
  ['manager', 'without them', 'Leila Haddad is no longer in the onboarding service. Choose another manager.'],
  [
    'manager',
    'complete',
    'The onboarding service doesn’t accept Leila Haddad as manager. Choose another manager.',
  ],
  ['buddy', 'unreadable', 'doesn’t accept Leila Haddad as buddy. Choose another buddy.'],
  ['sequences', 'without them', 'No longer available: “Everybody”. Remove it.'],
  ['sequences', 'complete', 'The onboarding service doesn’t accept “Everybody”. Choose again.'],
  ['user', 'without them', 'Leila Haddad is no longer in the onboarding service. Choose somebody else.'],
  ['user', 'complete', 'The onboarding service doesn’t offboard administrators.'],
  ['user', 'unreadable', 'This person is an administrator in the onboarding service, or no longer in it.'],
])('explains a refused %s by the lists, which are %s', async ([field, lists, sentence], { office }) => {
  const { ines, bot, service } = office;
  if (field === 'user')
    await ines.fillIn('/offboard', { Employee: 'Leila Haddad', 'Last day': '2999-01-31' });
  else await ines.fillIn(form, { Manager: 'Leila Haddad', Buddy: 'Leila Haddad', Sequences: ['Everybody'] });
  service.refuse(field, lists);
  await ines.submitAndAgree();
  const said = JSON.stringify(ines.screen());
  expect(said).toContain(sentence);
  expect(said).not.toContain('Invalid pk');
  service.passOn();
  await bot.directory.refresh();
});
