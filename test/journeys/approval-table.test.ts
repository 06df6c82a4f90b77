import { expect, it } from 'vitest';
import type { Approval } from '../../src/bot/ledger/approvals/look-up.ts';
import { demoWorkspace } from '../../src/commands/demo/cast.ts';
import { newReference } from '../../src/reference.ts';
import { signatureHeaders } from '../../src/sandbox/http-mode/signature.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { inWhole, some } from '../faults/trials.ts';
import { onEachDatabase } from '../postgres.ts';
import { begin } from './moved-office.ts';
import { channels, openOffice, releasedService } from './office.ts';

const cleanup = useCleanup();

/** A manager who isn't in the onboarding service. */
const peter = {
  id: 'U0PETER',
  name: 'peter',
  realName: 'Peter Novak',
  email: 'peter.novak@acme.example',
  timezone: 'UTC',
};

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

/** Whether a press counts while the request awaits approval; in every other state none does. */
function counts(actor: Actor, button: Button, isDeputy: boolean): boolean {
  if (button === 'answer') return actor === 'requester';
  return actor === 'HR' || (actor === 'deputy' && isDeputy);
}

type Table = Awaited<ReturnType<typeof table>>;

/** States after “awaiting approval”, and how a request gets there. */
const states: Record<string, { state: string; user?: number; bring(table: Table, id: string): unknown }> = {
  'approved, and held up': {
    state: 'pending',
    bring({ service, press }, id) {
      service.spoilToken(service.token, 'removed');
      return press('U0INES', 'approve', id);
    },
  },
  done: { state: 'done', bring: ({ press }, id) => press('U0INES', 'approve', id) },
  'refused by the service': {
    state: 'rejected',
    user: 9_999,
    bring: ({ press }, id) => press('U0INES', 'approve', id),
  },
  declined: { state: 'cancelled', bring: ({ press }, id) => press('U0INES', 'decline', id) },
  lapsed: {
    state: 'cancelled',
    async bring({ clock, office }) {
      clock.moveTo(new Date('2031-03-07T12:01:00.000Z'));
      await office.ines.untilMessage('Last reminder: ', channels.private);
      clock.moveTo(new Date('2031-03-10T12:01:00.000Z'));
    },
  },
  cancelled: { state: 'cancelled', bring: ({ office }, id) => office.bot.ledger.cancel(id, 'U0MARCUS') },
};

async function table(databaseUrl: string, lastDeputyDay: string | undefined) {
  const service = await releasedService(cleanup);
  const clock = testClock({ start: begin });
  const office = await openOffice(cleanup, {
    service,
    clock,
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
  const { ines, bot, sandbox } = office;
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Approval'));
  await ines.press('Approval');
  await ines.untilView('Approval');
  await ines.fill({
    Deputies: ['U0LEILA'],
    ...(lastDeputyDay !== undefined && { 'Deputies: last day': lastDeputyDay }),
  });
  await ines.submit();
  await ines.until(() => ines.view().texts.join().includes('Deputies'));
  await ines.closeAll();
  const sofia = bot.directory.current()?.peopleByEmail.get('sofia.lindqvist@acme.example')?.id ?? 0;

  async function requested({ user = sofia, requester = 'U0MARCUS' } = {}): Promise<string> {
    const { accepted } = await bot.ledger.submit({
      kind: 'offboarding',
      payload: { user, termination_date: '2031-03-31', sequences: [] },
      context: { personName: 'Sofia Lindqvist', viewId: 'V0GONE', sequenceNames: [] } as never,
      submission: newReference('F'),
      requester,
      changes: undefined,
      approval: { until: new Date('2031-03-10T12:00:00.000Z') },
    });
    if (accepted.kind !== 'accepted') throw new Error(`It was not taken: ${accepted.kind}`);
    return accepted.request.id;
  }

  /** Everything stored about a request. */
  async function standing(id: string) {
    const request = await bot.ledger.find(id);
    const { items } = await bot.ledger.happened(id, 50);
    const approval = await bot.ledger.approvalOf(id);
    return { state: request?.state, outcome: request?.outcome, steps: items.length, approval };
  }

  async function press(who: string, button: Button, id: string, url = bot.url): Promise<void> {
    const common = {
      user: { id: who, username: who, team_id: 'T0SANDBOX' },
      team: { id: 'T0SANDBOX', domain: 'sandbox' },
      trigger_id: '1.2.3',
      api_app_id: 'A1',
    };
    const element = { block_id: 'block', value: id, type: 'button', action_ts: '1.1' };
    const text = { approval_approval_text: { type: 'plain_text_input', value: `by ${who}` } };
    const view = {
      id: 'V0FORM',
      hash: '1.h',
      type: 'modal',
      callback_id: `approval_${button}_form`,
      private_metadata: JSON.stringify({ id }),
      title: { type: 'plain_text', text: 'Form' },
      blocks: [],
      state: { values: { approval_text: text } },
    };
    const payload =
      button === 'approve'
        ? { ...common, type: 'block_actions', actions: [{ ...element, action_id: 'approval_approve' }] }
        : { ...common, type: 'view_submission', view };
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      ...signatureHeaders(sandbox.signingSecret, body, clock.now().getTime()),
    };
    const response = await fetch(`${url}/slack/events`, { method: 'POST', body, headers });
    expect(response.status).toBe(200);
    await response.text();
  }

  async function ended(id: string): Promise<void> {
    await expect.poll(async () => (await standing(id)).outcome).toBeTruthy();
  }

  return { office, service, clock, requested, standing, ended, press };
}

const decisions: Partial<Record<Button, string>> = { approve: 'approved', decline: 'declined' };

function expectEffect(
  approval: Approval | undefined,
  { button, by, what }: { button: Button; by: string; what: string },
): void {
  const decision = decisions[button];
  if (decision === undefined) expect(approval?.notes.at(-1), what).toMatchObject({ by, text: `by ${by}` });
  else expect(approval?.decided, what).toEqual({ what: decision, by });
}

onEachDatabase((fresh) => {
  async function database() {
    const made = await fresh();
    cleanup.later(made.remove);
    return made.url;
  }

  const deputies = [
    ['deputies in their time', true],
    ['deputies after their time', false],
  ] as const;

  it.each(some(deputies, 1))(
    'only whoever may decides what awaits approval, and only whoever asked answers: %s',
    async (_what, isDeputy) => {
      const { office, requested, standing, ended, press } = await table(
        await database(),
        isDeputy ? undefined : '2031-03-02',
      );
      let id = await requested();
      const cells = (Object.keys(actors) as Actor[]).flatMap((actor) =>
        buttons.map((button) => ({ actor, button })),
      );
      for (const { actor, button } of cells) {
        const before = await standing(id);
        await press(actors[actor], button, id);
        const what = `${actor} presses ${button}`;
        if (!counts(actor, button, isDeputy)) {
          await new Promise((resolve) => setTimeout(resolve, 30));
          expect(await standing(id), what).toEqual(before);
          continue;
        }
        const steps = async () => (await standing(id)).steps;
        await expect.poll(steps, { message: what }).toBeGreaterThan(before.steps);
        const { approval } = await standing(id);
        expectEffect(approval, { button, by: actors[actor], what });
        if (approval?.decided) id = await ended(id).then(() => requested());
      }
      const own = await requested({ user: 3, requester: 'U0INES' });
      for (const button of ['approve', 'decline', 'ask'] as const) await press('U0INES', button, own);
      expect(await standing(own)).toMatchObject({ state: 'awaiting_approval', approval: { notes: [] } });
      expect(office.sandbox.messages(channels.general)).toEqual([]);
    },
  );

  it.each(some(Object.entries(states), 2))(
    'nobody changes anything any more once it is %s',
    async (_what, { state, user, bring }) => {
      const made = await table(await database(), undefined);
      const { office, requested, standing, press } = made;
      const id = await requested(user === undefined ? {} : { user });
      await bring(made, id);
      await expect.poll(async () => (await standing(id)).state).toBe(state);
      if (state === 'pending') await expect.poll(() => office.bot.ledger.outage()).toBeDefined();
      const { steps: _before, ...before } = await standing(id);
      for (const actor of Object.values(actors)) for (const button of buttons) await press(actor, button, id);
      await new Promise((resolve) => setTimeout(resolve, 100));
      // Retries of a held-up request add steps.
      const lasting = async () => {
        const { steps: _after, ...after } = await standing(id);
        return after;
      };
      await expect.poll(lasting).toEqual({ ...before, state });
    },
  );

  inWhole(
    'counts the first decision of two at once, by two replicas where the database takes two',
    async () => {
      const url = await database();
      const { office, requested, standing, press } = await table(url, undefined);
      const other = url.startsWith('postgres') ? await office.start() : office.bot;
      await other.directory.refresh();
      for (let round = 0; round < 12; round += 1) {
        const id = await requested();
        await Promise.all([
          press('U0INES', 'approve', id),
          press('U0GRACE', 'decline', id, other.url),
          ...(round % 3 === 0 ? [office.bot.ledger.cancel(id, 'U0MARCUS')] : []),
        ]);
        await expect.poll(async () => (await standing(id)).outcome).toBeTruthy();
        const { outcome, approval } = await standing(id);
        const { items } = await office.bot.ledger.happened(id, 50);
        const decisions = items.filter(({ what }) => /^(approved|declined|cancelled)$/.test(what));
        expect(decisions).toHaveLength(1);
        expect(approval?.decided?.what).toBe(decisions[0]?.what);
        expect(outcome?.kind).toBe(approval?.decided?.what === 'approved' ? 'done' : 'cancelled');
        expect(approval?.notes.length).toBe(approval?.decided?.what === 'declined' ? 1 : 0);
      }
    },
  );
});
