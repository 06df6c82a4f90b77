import { z } from 'zod';
import { type Day, dayIn } from '../../../../time/dates.ts';
import type { NewMessage, PlannedMessage } from '../../../ledger/outbox/enqueue.ts';
import type { ToldMessage } from '../../../ledger/outbox/message.ts';
import type { Request } from '../../../ledger/requests/request.ts';
import {
  canBePlanned,
  type Facts,
  filled,
  morningOf,
  type PlanRules,
  soonFrom,
  zoneOf,
} from '../../../plan/plan.ts';
import { defineMessage, type MessageContext } from '../../../requests/define-message.ts';
import { cut } from '../../../slack/views/blocks.ts';
import type { TextName } from '../../../storage/settings.ts';
import { type HireRequest, isHire } from '../request.ts';
import { headline } from '../result/result.ts';
import { say } from './messages.ts';

const About = z.object({
  zone: z.string(),
  /** First day on which the headline says the start is near. */
  soonFrom: z.string(),
});
type About = z.infer<typeof About>;

export const headlineUpdate = defineMessage({
  name: 'newhire.headline-update',
  label: () => say().labels.headline,
  about: About,
  is: isHire,
  build(about, { request, now, settings }) {
    const own = ownText('headline', request, { settings });
    return headline(request, { own, stage: stageOf(request, about, { now }) });
  },
});

function stageOf(request: HireRequest, about: About, { now }: { now: Date }): string | undefined {
  const { stages } = say();
  const { day, calledOffAt, amendments, payload } = request;
  if (calledOffAt !== null) return stages.off;
  if (day === null) return undefined;
  const today = dayIn(about.zone, now);
  if (today >= day) return stages.started(day);
  if (today >= about.soonFrom) return stages.soon(day);
  // A start that was cancelled and resumed on the announced day isn't a move.
  return amendments > 0 && day !== payload.start_day ? stages.moved(day) : undefined;
}

function aboutOf(request: HireRequest, rules: PlanRules): About {
  const day = request.day ?? '9999-12-31';
  return {
    zone: zoneOf(request.payload.timezone, rules),
    soonFrom: soonFrom({ day, zone: undefined }, rules),
  };
}

export function planHeadlines(request: HireRequest, rules: PlanRules): PlannedMessage[] {
  const { id: requestId, day } = request;
  if (!canBePlanned(day)) return [];
  const about = aboutOf(request, rules);
  const steps = { soon: about.soonFrom, started: day };
  return Object.entries(steps).flatMap(([step, on]) =>
    rules.channels.map((channel) => ({
      ...headlineUpdate.message(
        {
          requestId,
          purpose: `plan:headline-${step}:${channel}:${day}`,
          recipient: { inPlaceOf: headlinePurpose(channel) },
        },
        about,
      ),
      requestId,
      due: morningOf(on, about.zone, rules),
      planned: true as const,
      // Slack limits updates per workspace.
      lane: 'chat.update',
    })),
  );
}

export function headlinePurpose(channel: string): string {
  return `headline:${channel}`;
}

export function rewriteHeadlines(
  request: Request,
  told: readonly ToldMessage[],
  rules: PlanRules,
): NewMessage[] {
  if (!isHire(request)) return [];
  const about = aboutOf(request, rules);
  const headlines = told.filter(({ name, isSent }) => name === 'newhire.headline' && isSent);
  return headlines.map(({ purpose }) => {
    const recipient = { inPlaceOf: purpose };
    const count = `${purpose} after ${request.amendments}`;
    return headlineUpdate.message({ requestId: request.id, purpose: count, recipient }, about);
  });
}

const longest = 140;

/** The organization's own text as plain text; undefined if there is none, or nothing is left of it for this hire. */
export function ownText(
  name: TextName,
  request: HireRequest,
  { settings }: Pick<MessageContext, 'settings'>,
): string | undefined {
  const own = settings.texts[name];
  return own === undefined ? undefined : filled(own, factsOf(request));
}

function factsOf({ payload, context, day, amendments }: HireRequest): Facts {
  // A person added without a start day has none to announce, unless it was set later.
  const start: Day | null = payload.start_day !== undefined || amendments > 0 ? day : null;
  const facts = {
    name: context.personName,
    'first name': payload.first_name,
    day: start === null ? undefined : say().dayOf(start),
    manager: context.managerName,
    buddy: context.buddyName,
    position: payload.position,
  };
  const known = Object.entries(facts).filter(([, fact]) => fact !== undefined && fact.trim() !== '');
  return Object.fromEntries(known.map(([name, fact = '']) => [name, cut(fact, longest)]));
}
