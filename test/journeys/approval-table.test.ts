import { expect } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import { newReference } from '../../src/log.ts';
import { some } from '../faults/trials.ts';
import { onEachDatabase } from '../postgres.ts';
import { interactionOf } from './access-payloads.ts';
import { channels, releasedService } from './office.ts';
import { somebody } from './people-office.ts';
import { begin, inWhole, it, type Open } from './world.ts';

/** A manager who isn't in the onboarding service. */
const peter = somebody('U0PETER', 'Peter Novak');

const actors = {
  requester: 'U0MARCUS',
  'another manager': 'U0PETER',
  deputy: 'U0LEILA',
  HR: 'U0INES',
  'HR, and it is about them': 'U0SOFIA',
  'somebody without access': 'U0ROBIN',
} as const;
type Actor = keyof typeof actors;
const buttons = ['approve', 'decline', 'ask', 'answer'] as const;
type Button = (typeof buttons)[number];
const cells = (Object.keys(actors) as Actor[]).flatMap((actor) =>
  buttons.map((button) => [actor, button] as const),
);
const decisions: Partial<Record<Button, string>> = { approve: 'approved', decline: 'declined' };
const deputies = [
  { who: 'deputies in their time', isDeputy: true },
  { who: 'no deputies after it', isDeputy: false, until: '2031-03-02' },
];

function counts(actor: Actor, button: Button, isDeputy: boolean): boolean {
  if (button === 'answer') return actor === 'requester';
  return actor === 'HR' || (actor === 'deputy' && isDeputy);
}

type Table = Awaited<ReturnType<typeof table>>;

const approved = ({ press }: Table, id: string) => press('U0INES', 'approve', id);

const states: { what: string; state: string; user?: number; bring(table: Table, id: string): unknown }[] = [
  {
    what: 'approved, and held up',
    state: 'pending',
    bring(table, id) {
      table.service.spoilToken(table.service.token, 'removed');
      return approved(table, id);
    },
  },
  { what: 'done', state: 'done', bring: approved },
  { what: 'refused by the service', state: 'rejected', user: 9_999, bring: approved },
  { what: 'declined', state: 'cancelled', bring: ({ press }, id) => press('U0INES', 'decline', id) },
  {
    what: 'lapsed',
    state: 'cancelled',
    async bring({ clock, ines }) {
      clock.moveToDay('2031-03-07', '12:01', 'UTC');
      await ines.untilMessage('Last reminder: ', channels.private);
      clock.moveToDay('2031-03-10', '12:01', 'UTC');
    },
  },
  { what: 'cancelled', state: 'cancelled', bring: ({ bot }, id) => bot.ledger.cancel(id, 'U0MARCUS') },
];

async function table(open: Open, databaseUrl: string, lastDeputyDay?: string) {
  const office = await open({
    service: releasedService,
    at: begin,
    mode: 'http',
    workspace: { people: [...demoWorkspace.people, peter] },
    env: {
      DATABASE_URL: databaseUrl,
      FRONTDESK_SECRET: 's'.repeat(32),
      FRONTDESK_OFFBOARDING_APPROVAL: 'True',
      FRONTDESK_HR: 'U0INES,U0GRACE,U0SOFIA',
      FRONTDESK_MANAGERS: 'U0MARCUS,U0LEILA,U0PETER',
    },
  });
  const { bot, postSigned } = office;
  const until = lastDeputyDay !== undefined && { 'Deputies: last day': lastDeputyDay };
  await office.set('Approval', { Deputies: ['U0LEILA'], ...until });
  const sofia = bot.directory.current()?.peopleByEmail.get('sofia.lindqvist@acme.example')?.id ?? 0;

  async function requested({ user = sofia, requester = 'U0MARCUS' } = {}): Promise<string> {
    const context = { personName: 'Sofia Lindqvist', viewId: 'V0GONE', sequenceNames: [] };
    const { accepted } = await bot.ledger.submit({
      kind: 'offboarding',
      payload: { user, termination_date: '2031-03-31', sequences: [] },
      context,
      submission: newReference('F'),
      requester,
      changes: undefined,
      approval: { until: new Date('2031-03-10T12:00:00.000Z') },
    });
    if (accepted.kind !== 'accepted') throw new Error(`It was not taken: ${accepted.kind}`);
    return accepted.request.id;
  }

  async function standing(id: string) {
    const request = await bot.ledger.find(id);
    const { items } = await bot.ledger.happened(id, 50);
    const approval = await bot.ledger.approvalOf(id);
    return {
      state: request?.state,
      outcome: request?.outcome,
      steps: items.map(({ what }) => what),
      approval,
    };
  }

  function press(who: string, button: Button, id: string, at = bot) {
    const constraint = `approval_${button}`;
    const text = { [`${constraint}_text`]: { type: 'plain_text_input', value: `by ${who}` } };
    const way = { kind: button === 'approve' ? 'action' : 'view', constraint, values: { text } };
    const actor = { id: who, teamId: 'T0SANDBOX' };
    return postSigned(interactionOf({ ...way, carries: { request: id } }, actor), at);
  }

  return { ...office, requested, standing, press };
}

onEachDatabase((fresh) => {
  const opened = async (open: Open, lastDeputyDay?: string) =>
    table(open, (await fresh()).url, lastDeputyDay);

  it.for(some(deputies, 1))(
    'lets only HR decide (with $who), and only the requester answer',
    async ({ isDeputy, until }, { open }) => {
      const { sandbox, requested, standing, press } = await opened(open, until);
      let id = await requested();
      for (const [actor, button] of cells) {
        const by = actors[actor];
        const message = `${actor} presses ${button}`;
        const before = await standing(id);
        await press(by, button, id);
        if (!counts(actor, button, isDeputy)) {
          await new Promise((resolve) => setTimeout(resolve, 30));
          expect(await standing(id), message).toEqual(before);
          continue;
        }
        const steps = async () => (await standing(id)).steps.length;
        await expect.poll(steps, { message }).toBeGreaterThan(before.steps.length);
        const { approval } = await standing(id);
        const what = decisions[button];
        const effect = what ? { what, by } : expect.objectContaining({ by, text: `by ${by}` });
        expect(approval?.decided ?? approval?.notes.at(-1), message).toEqual(effect);
        if (!what) continue;
        await expect.poll(async () => (await standing(id)).outcome).toBeTruthy();
        id = await requested();
      }
      const own = await requested({ user: 3, requester: 'U0INES' });
      for (const button of ['approve', 'decline', 'ask'] as const) await press('U0INES', button, own);
      expect(await standing(own)).toMatchObject({ state: 'awaiting_approval', approval: { notes: [] } });
      expect(sandbox.messages(channels.general)).toEqual([]);
    },
  );

  it.for(some(states, 2))(
    'lets nobody change anything once it is $what',
    async ({ state, user, bring }, { open }) => {
      const made = await opened(open);
      const { bot, requested, standing, press } = made;
      const id = await requested(user === undefined ? {} : { user });
      await bring(made, id);
      await expect.poll(async () => (await standing(id)).state).toBe(state);
      if (state === 'pending') await expect.poll(() => bot.ledger.outage()).toBeDefined();
      // A probe of the outage may be sending it at this moment.
      const before = { ...(await standing(id)), state };
      for (const actor of Object.values(actors)) for (const button of buttons) await press(actor, button, id);
      await new Promise((resolve) => setTimeout(resolve, 100));
      // Retries of a held-up request add steps.
      const after = async () => ({ ...(await standing(id)), steps: before.steps });
      await expect.poll(after).toEqual(before);
    },
  );

  inWhole('counts the first of two decisions at once, also by two replicas', async ({ open }) => {
    const { bot, start, environment, requested, standing, press } = await opened(open);
    // SQLite takes one process.
    const other = environment.DATABASE_URL.startsWith('postgres') ? await start() : bot;
    await other.directory.refresh();
    for (let round = 0; round < 12; round += 1) {
      const id = await requested();
      await Promise.all([
        press('U0INES', 'approve', id),
        press('U0GRACE', 'decline', id, other),
        ...(round % 3 === 0 ? [bot.ledger.cancel(id, 'U0MARCUS')] : []),
      ]);
      await expect.poll(async () => (await standing(id)).outcome).toBeTruthy();
      const { outcome, approval, steps } = await standing(id);
      const decided = steps.filter((what) => /^(approved|declined|cancelled)$/.test(what));
      expect(decided).toEqual([approval?.decided?.what]);
      expect(outcome?.kind).toBe(decided[0] === 'approved' ? 'done' : 'cancelled');
      expect(approval?.notes.length).toBe(decided[0] === 'declined' ? 1 : 0);
    }
  });
});
