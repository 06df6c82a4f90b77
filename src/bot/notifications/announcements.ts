import type { Access } from '../access/access.ts';
import type { Feature } from '../feature.ts';
import { amendedAnnouncements } from '../features/amendments/announcements.ts';
import { cancelledAnnouncements } from '../features/attention/announcements.ts';
import { undecidedAnnouncements } from '../features/attention/question-message.ts';
import type { LedgerOptions } from '../ledger/ledger.ts';
import type { BuilderOf } from '../ledger/outbox/pending-message.ts';
import { defineRequestMessage, messagesByName, ofAnyKind } from '../requests/define-message.ts';
import type { TypeOf } from '../requests/define-request.ts';
import type { Settings } from '../storage/settings.ts';

/** In the place of a form that said that its request waits. */
const resultWindow = defineRequestMessage('request.window', ofAnyKind, (request, context) => {
  const { outcome } = request;
  const { settings, language, typeOf } = context;
  const type = typeOf(request);
  if (outcome?.kind === 'done') return { text: '', blocks: [type.doneView(request, settings, language)] };
  if (outcome?.kind !== 'rejected') return undefined;
  return { text: '', blocks: [type.rejectedView(request, outcome.problem, language)] };
});

interface BuilderDeps {
  /** Read at each message. */
  settings: () => Settings;
  typeOf: TypeOf;
  access: Pick<Access, 'languageOf'>;
}

/** What builds the features' messages, and the window. */
export function createBuilders(
  features: readonly Pick<Feature, 'messages'>[],
  { settings, typeOf, access }: BuilderDeps,
): BuilderOf {
  const definitions = [resultWindow, ...features.flatMap(({ messages }) => messages ?? [])];
  const builderOf = messagesByName(definitions, async (target, request) => {
    // Windows stand on the screen of whoever submitted the form.
    const reader = target.startsWith('V') && request ? request.requester : target;
    return { settings: settings(), typeOf, language: await access.languageOf(reader) };
  });
  return (stored) => {
    const { name, request } = stored;
    // Nobody hears any more of what was called off before they were told.
    const isOver = request?.calledOffAt && typeOf(request).afterwards?.announcedBy.includes(name);
    return isOver ? () => undefined : builderOf(stored);
  };
}

/** Who is told what of a request, by its type. Settings are read at each message. */
export function createWords(settings: () => Settings, typeOf: TypeOf): LedgerOptions['words'] {
  return {
    ended: (request) =>
      request.outcome?.kind === 'cancelled'
        ? cancelledAnnouncements(request)
        : typeOf(request).ended(request, settings()),
    amended: (request, amendment, told) =>
      amendedAnnouncements(request, amendment, { told, type: typeOf(request) }),
    undecided: (request) => undecidedAnnouncements(request, typeOf(request)),
    unreached: (request, message) => typeOf(request).unreached?.(request, message),
  };
}
