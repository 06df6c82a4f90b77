import { inLanguage } from '../../language.ts';
import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import { dayIn } from '../../time/dates.ts';
import type { Access } from '../access/access.ts';
import { entryMessage } from '../calendar/entry.ts';
import type { Feature } from '../feature.ts';
import {
  amendedAnnouncements,
  amendedMessage,
  stillConcerned,
} from '../features/amendments/announcements.ts';
import { cancelledAnnouncements, undecidedAnnouncements } from '../features/attention/announcements.ts';
import { framed } from '../features/reminders/buttons.ts';
import { eventsGivenUp } from '../features/webhooks/given-up.ts';
import type { Ledger, LedgerOptions } from '../ledger/ledger.ts';
import type { NewMessage, Wording } from '../ledger/outbox/message.ts';
import type { Build, BuilderOf, Built, StoredMessage } from '../ledger/outbox/pending-message.ts';
import type { Plan, Request } from '../ledger/requests/request.ts';
import type { Directory } from '../onboarding/directory/directory.ts';
import { heldUntilOpen, PlannedAbout, type PlanSettings, rulesOf } from '../plan/plan.ts';
import {
  defineRequestMessage,
  type MessageContext,
  type MessageDefinition,
  messagesByName,
  ofAnyKind,
} from '../requests/define-message.ts';
import type { TypeOf } from '../requests/define-request.ts';
import { declinedOf } from '../requests/form-answer.ts';
import type { Settings } from '../storage/settings.ts';
import { dayBegins, eventsOf } from '../webhooks/of-request.ts';

/** Final content of a form's window whose request was pending. */
const resultWindow = defineRequestMessage('request.window', ofAnyKind, async (request, context) => {
  const { outcome } = request;
  const { settings, typeOf } = context;
  const type = typeOf(request);
  if (outcome?.kind === 'done') return { text: '', blocks: [type.doneView(request, settings)] };
  if (outcome?.kind !== 'rejected') return undefined;
  const declined = await context.declinedOf(request, outcome.problem);
  return { text: '', blocks: [type.rejectedView(request, declined)] };
});

/** Delay before checking again whether HR has answered, in milliseconds. */
const untilAnswered = 10 * 60_000;

interface BuilderDeps {
  settings: () => Settings;
  typeOf: TypeOf;
  access: Pick<Access, 'languageOf'>;
  ledger: () => Pick<Ledger, 'isMuted' | 'approvalOf' | 'newestDone' | 'planned' | 'toldOf' | 'presence'>;
  directory: Directory;
  clock: Clock;
}

export function createBuilders(
  features: readonly Pick<Feature, 'messages'>[],
  { settings, typeOf, access, ledger, directory, clock }: BuilderDeps,
) {
  const definitions: MessageDefinition[] = [
    resultWindow,
    ...features.flatMap(({ messages }) => messages ?? []),
  ];
  const reminders = new Set(definitions.filter((one) => one.isReminder).map(({ name }) => name));
  const languageFor = (target: string, request: Request | undefined) =>
    // A window's reader is the requester.
    access.languageOf(target.startsWith('V') && request ? request.requester : target);
  const contextFor = (target: string): MessageContext => ({
    settings: settings(),
    typeOf,
    now: clock.now(),
    target,
    approvalOf: (id) => ledger().approvalOf(id),
    toldOf: (id) => ledger().toldOf(id),
    startsWith: (employee) => ledger().presence.startsWith(employee, dayIn(settings().timezone, clock.now())),
    declinedOf: (declined, problem) =>
      declinedOf(declined, problem, typeOf(declined), { directory, clock }, 10_000),
    async isNewest({ kind, subject, revision }) {
      const newest = await ledger().newestDone(kind, subject);
      return newest === undefined || newest.revision <= revision;
    },
  });
  const builderOf = messagesByName(definitions, contextFor);
  const definitionOf = (message: string) => definitions.find(({ name }) => name === message);

  function saysThatTheyStart(request: Request, name: string): boolean {
    const { announcedBy = [], rewrittenBy = [] } = typeOf(request).afterwards ?? {};
    return [...announcedBy, ...rewrittenBy, amendedMessage.name, entryMessage.name].includes(name);
  }

  const afterAnswer = () => ({ later: new Date(clock.now().getTime() + untilAnswered) });

  /** Builds a reminder as the plan has it now: its moment may have moved, or may not be planned any more. */
  async function remind(
    stored: StoredMessage,
    request: Request,
    target: string,
    others: readonly Request[] = [],
  ): Promise<Built> {
    const { purpose } = stored;
    const now = clock.now();
    const planned = (await ledger().planned(request)).find((one) => isCopyOf(one.purpose, purpose));
    if (!planned) return { dropped: 'replanned' };
    if (planned.due > now) return { later: planned.due };
    const about = PlannedAbout.parse(planned.about);
    const held = heldUntilOpen(now, about.zone, rulesOf(settings()), new Date(about.until));
    if (held) return held;
    if (await ledger().presence.isUncertain(request)) return afterAnswer();
    if (await ledger().isMuted(request.id, target, 'reminders')) return { dropped: 'muted' };
    const built = await builderOf({ ...stored, about: planned.about })?.(target, others);
    return built && 'text' in built
      ? framed(built, { about, requests: [request, ...others], now, target, purpose })
      : built;
  }

  function buildOf(stored: StoredMessage): Build | undefined {
    const { name, request } = stored;
    // Never send an announcement after its cancellation.
    const isOver = request?.calledOffAt && typeOf(request).afterwards?.announcedBy.includes(name);
    if (isOver) return () => undefined;
    const build = builderOf(stored);
    if (build && request && reminders.has(name))
      return (target, others) => remind(stored, request, target, others);
    if (!build || !request || !saysThatTheyStart(request, name)) return build;
    // Don't announce people who may not come; HR is asked first.
    return async (target, others) =>
      (await ledger().presence.isUncertain(request)) ? afterAnswer() : build(target, others);
  }

  const ofStored: BuilderOf = (stored) => {
    const build = buildOf(stored);
    if (!build) return undefined;
    return async (target, others) =>
      inLanguage(await languageFor(target, stored.request), () => build(target, others), clock.now());
  };
  return {
    ofStored,
    labelOf: (message: string) => definitionOf(message)?.label?.() ?? '',
    /** The message as it will be when it is due, for a rehearsal; undefined if it won't be sent. */
    async rehearse(
      { name, about, due }: NewMessage,
      request: Request,
      reader: string,
    ): Promise<Wording | undefined> {
      const context = { ...contextFor(reader), now: due ?? clock.now(), isRehearsal: true };
      const built = await definitionOf(name)?.prepare(about, request)?.(context);
      return built && 'text' in built ? built : undefined;
    },
  };
}

/** Whether a message is the planned one, or one person's copy of it. */
function isCopyOf(planned: string, purpose: string): boolean {
  return planned === purpose || planned === purpose.slice(0, purpose.lastIndexOf(':'));
}

/** Messages planned for later, by the settings of the moment. */
export function createPlans(settings: () => PlanSettings, typeOf: TypeOf, log: Log): () => Plan {
  return () => {
    const rules = rulesOf(settings());
    return (request) => {
      const stands = request.state === 'done' && request.calledOffAt === null;
      try {
        return stands ? (typeOf(request).plan?.of(request, rules) ?? []) : [];
      } catch (err) {
        // Planning must not prevent the request's result from being stored.
        log.error({ err, requestId: request.id }, 'what is to be said later cannot be planned');
        return [];
      }
    };
  };
}

/**
 * Messages by request type, with the settings of the moment. `follows`: Frontdesk makes corrections at the
 * service itself.
 */
export function createWords(
  settings: () => Settings,
  typeOf: TypeOf,
  { follows, log }: { follows: () => boolean; log: Log },
): LedgerOptions['words'] {
  return {
    plan: createPlans(settings, typeOf, log),
    ended(request) {
      const { outcome } = request;
      if (outcome?.kind === 'cancelled' && outcome.why === undefined) return cancelledAnnouncements(request);
      return typeOf(request).ended(request, settings());
    },
    amended(request, amendment, before) {
      const type = typeOf(request);
      const told = stillConcerned(before, request, type);
      const rewritten = type.afterwards?.rewritten?.(request, told, rulesOf(settings())) ?? [];
      return [...rewritten, ...amendedAnnouncements(request, amendment, { told, type, follows: follows() })];
    },
    proposed: (proposal) => typeOf(proposal).proposed?.(proposal) ?? [],
    missing: (start) => typeOf(start).missing?.(start) ?? [],
    approval: (request, news) => typeOf(request).approval?.(request, news) ?? [],
    undecided: (request) => undecidedAnnouncements(request, typeOf(request)),
    unreached: (request, message) => typeOf(request).unreached?.(request, message),
    events: (request, news) => eventsOf(typeOf(request), request, news),
    dayBegins: (request) => dayBegins(typeOf(request), request, settings().timezone),
    eventsGivenUp,
  };
}
