import { pathToFileURL } from 'node:url';
import type * as operators from '../../src/service/operator.ts';
import type * as offices from '../journeys/office.ts';

/** Key of the stored token in the fixtures, which hold no real secret. */
export const secret = 'the fixtures of released versions';

/** Addresses of a released version's two databases. */
export interface Stored {
  bot: string;
  service: string;
}

/**
 * Runs a typical company on a version's own stage and program: an added hire, an offboarding, a draft, and a hire
 * that waits because the service rejects the token.
 * @param tree the version's sources
 */
export async function live(tree: string, { bot, service }: Stored): Promise<void> {
  const { createCleanup, openOffice }: typeof offices = await fromTree(tree, 'test/journeys/office.ts');
  const { openOperator }: typeof operators = await fromTree(tree, 'src/service/operator.ts');
  const cleanup = createCleanup();
  const operator = openOperator(service);
  await operator.migrate();
  for (const person of people) await operator.addUser(person);
  await operator.addSequence({ ...firstDays, tasks: [...firstDays.tasks] });
  try {
    const { ines, marcus } = await openOffice(cleanup, {
      service: { url: '', token: '' },
      env: { DATABASE_URL: bot, SERVICE_DATABASE_URL: service, SERVICE_PORT: '0', FRONTDESK_SECRET: secret },
    });
    await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
    await ines.untilView('New hire');
    await ines.fill({ Manager: 'Marcus Oyelaran', Buddy: 'Sofia Lindqvist', Sequences: ['First days'] });
    await ines.submit();
    await ines.untilView('New hire added');
    await ines.closeAll();

    await marcus.command('/offboard');
    await marcus.untilView('Start offboarding');
    await marcus.fill({ Employee: 'Sofia Lindqvist', 'Last day': '2999-02-01' });
    await marcus.submitAndAgree();
    // If Jane is known to be at work by now, the page asks for another confirmation.
    if (marcus.view().title === 'Check and start') await marcus.submit();
    await marcus.untilView('Offboarding started');
    await marcus.closeAll();

    await ines.command('/newhire Nora Draft nora@acme.example 2999-03-01');
    await ines.untilView('New hire');
    await ines.press('Save draft');
    await ines.until(() => ines.view().texts.some((text) => text.startsWith('Draft saved')));
    await ines.closeAll();

    await operator.revokeTokens('frontdesk@bot.invalid');
    await ines.command('/newhire Pia Waits pia@acme.example 2999-01-02');
    await ines.untilView('New hire');
    await ines.submit();
    await ines.untilView('Request saved');
  } finally {
    await operator.close();
    await cleanup.now();
  }
}

function fromTree<Module>(tree: string, path: string): Promise<Module> {
  return import(pathToFileURL(`${tree}/${path}`).href);
}

const people = [
  { first_name: 'Ines', last_name: 'Duarte', email: 'ines.duarte@acme.example', role: 1 },
  { first_name: 'Marcus', last_name: 'Oyelaran', email: 'marcus.oyelaran@acme.example', role: 2 },
  { first_name: 'Sofia', last_name: 'Lindqvist', email: 'sofia.lindqvist@acme.example', role: 3 },
] as const;

const firstDays = {
  name: 'First days',
  kind: 'onboarding',
  tasks: [
    { day: -2, owner: 'manager', text: 'Prepare a desk' },
    { day: 1, owner: 'hire', text: 'Meet your team' },
  ],
} as const;
