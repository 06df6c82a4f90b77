import { createHash } from 'node:crypto';
import { inLanguage } from '../../language.ts';
import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import type { Access } from '../access/access.ts';
import { changedEntries, firstEntries } from '../calendar/entries.ts';
import { entryMessage } from '../calendar/entry-message.ts';
import type { Feature } from '../feature.ts';
import { amendedAnnouncements, amendedMessage } from '../features/amendments/announcements.ts';
import { cancelledAnnouncements } from '../features/attention/announcements.ts';
import { undecidedAnnouncements } from '../features/attention/question-message.ts';
import { framed, heldBack } from '../features/reminders/frame.ts';
import type { Ledger, LedgerOptions } from '../ledger/ledger.ts';
import type { Build, BuilderOf, StoredMessage } from '../ledger/outbox/pending-message.ts';
import type { PlannedMessage, Planner } from '../ledger/planning/write-plan.ts';
import type { Request } from '../ledger/requests/request.ts';
import { readListsAgain } from '../menus.ts';
import type { Directory } from '../onboarding/directory/directory.ts';
import { PlannedAbout, type PlanSettings, rulesOf } from '../plan/plan.ts';
import {
  defineRequestMessage,
  type MessageDefinition,
  messagesByName,
  ofAnyKind,
} from '../requests/define-message.ts';
import { type RequestType, type TypeOf, typesByKind } from '../requests/define-request.ts';
import type { Settings } from '../storage/settings.ts';

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
  ledger: () => Pick<Ledger, 'isMuted' | 'approvalOf' | 'newestDone' | 'toldOf' | 'presence'>;
  directory: Directory;
  clock: Clock;
}

export function createBuilders(
  features: readonly Pick<Feature, 'messages'>[],
  { settings, typeOf, access, ledger, directory, clock }: BuilderDeps,
): BuilderOf {
  const definitions: MessageDefinition[] = [
    resultWindow,
    ...features.flatMap(({ messages }) => messages ?? []),
  ];
  const reminders = new Set(definitions.filter((one) => one.isReminder).map(({ name }) => name));
  const languageFor = (target: string, request: Request | undefined) =>
    // A window's reader is the requester.
    access.languageOf(target.startsWith('V') && request ? request.requester : target);
  const builderOf = messagesByName(definitions, async (target) => ({
    settings: settings(),
    typeOf,
    now: clock.now(),
    target,
    approvalOf: (id) => ledger().approvalOf(id),
    toldOf: (id) => ledger().toldOf(id),
    async declinedOf(declined, problem) {
      const lists = await readListsAgain({ directory, clock }, 10_000);
      return { problem, gone: lists && typeOf(declined).gone?.(declined, problem, lists) };
    },
    async isNewest({ kind, subject, revision }) {
      const newest = await ledger().newestDone(kind, subject);
      return newest === undefined || newest.revision <= revision;
    },
  }));

  function saysThatTheyStart(request: Request, name: string): boolean {
    const { announcedBy = [], rewrittenBy = [] } = typeOf(request).afterwards ?? {};
    return [...announcedBy, ...rewrittenBy, amendedMessage.name, entryMessage.name].includes(name);
  }

  const afterAnswer = () => ({ later: new Date(clock.now().getTime() + untilAnswered) });

  function reminderOf({ about: stored, request, purpose }: StoredMessage, build: Build): Build | undefined {
    const about = PlannedAbout.safeParse(stored).data;
    if (!about || !request) return undefined;
    return async (target) => {
      const now = clock.now();
      const held = heldBack({ about, request, now, rules: rulesOf(settings()) });
      if (held) return held;
      if (await ledger().presence.isUncertain(request)) return afterAnswer();
      if (await ledger().isMuted(request.id, target, 'reminders')) return { dropped: 'muted' };
      const built = await build(target);
      if (!built || !('text' in built)) return built;
      return framed(built, { about, request, now, target, purpose });
    };
  }

  function buildOf(stored: StoredMessage): Build | undefined {
    const { name, request } = stored;
    // Never send an announcement after its cancellation.
    const isOver = request?.calledOffAt && typeOf(request).afterwards?.announcedBy.includes(name);
    if (isOver) return () => undefined;
    const build = builderOf(stored);
    if (build && reminders.has(name)) return reminderOf(stored, build);
    if (!build || !request || !saysThatTheyStart(request, name)) return build;
    // Don't announce people who may not come; HR is asked first.
    return async (target) => ((await ledger().presence.isUncertain(request)) ? afterAnswer() : build(target));
  }

  return (stored) => {
    const build = buildOf(stored);
    return (
      build && (async (target) => inLanguage(await languageFor(target, stored.request), () => build(target)))
    );
  };
}

export function createPlanner(
  settings: () => PlanSettings,
  types: readonly RequestType[],
  log: Log,
): Planner {
  const typeOf = typesByKind(types);
  const examples = types.flatMap(({ plan }) => plan?.examples ?? []);

  function planned(request: Request): PlannedMessage[] {
    const stands = request.state === 'done' && request.calledOffAt === null;
    try {
      return stands ? (typeOf(request).plan?.of(request, rulesOf(settings())) ?? []) : [];
    } catch (err) {
      // Planning must not prevent the request's result from being stored.
      log.error({ err, requestId: request.id }, 'what is to be said later cannot be planned');
      return [];
    }
  }

  let known: { settings: string; rules: string } | undefined;
  return {
    planned,
    rules() {
      const current = JSON.stringify(rulesOf(settings()));
      if (known?.settings === current) return known.rules;
      const shown = JSON.stringify(examples.map(planned));
      const rules = createHash('sha256').update(current).update(shown).digest('base64url');
      known = { settings: current, rules };
      return rules;
    },
  };
}

/**
 * Messages by request type, with the settings of the moment. `follows`: Frontdesk makes corrections at the
 * service itself.
 */
export function createWords(
  settings: () => Settings,
  typeOf: TypeOf,
  follows: () => boolean,
): LedgerOptions['words'] {
  return {
    ended(request) {
      const { outcome } = request;
      if (outcome?.kind === 'cancelled' && outcome.why === undefined) return cancelledAnnouncements(request);
      const type = typeOf(request);
      return [...type.ended(request, settings()), ...firstEntries(request, type.calendar, settings())];
    },
    amended(request, amendment, told) {
      const type = typeOf(request);
      const rewritten = type.afterwards?.rewritten?.(request, told, rulesOf(settings())) ?? [];
      return [
        ...rewritten,
        ...amendedAnnouncements(request, amendment, { told, type, follows: follows() }),
        ...changedEntries(request, amendment, { told, settings: settings() }),
      ];
    },
    missing: (start) => typeOf(start).missing?.(start) ?? [],
    companionLeaves: (start, departure, by) => typeOf(start).companionLeaves?.(start, departure, by) ?? [],
    approval: (request, news) => typeOf(request).approval?.(request, news) ?? [],
    undecided: (request) => undecidedAnnouncements(request, typeOf(request)),
    unreached: (request, message) => typeOf(request).unreached?.(request, message),
  };
}
