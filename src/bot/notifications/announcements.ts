import type { Feature } from '../feature.ts';
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
  const type = context.typeOf(request);
  if (outcome?.kind === 'done') return { text: '', blocks: [type.doneView(request, context.settings)] };
  if (outcome?.kind !== 'rejected') return undefined;
  return { text: '', blocks: [type.rejectedView(request, outcome.problem)] };
});

/** What builds the features' messages, and the window. Settings are read at each message. */
export function createBuilders(
  features: readonly Pick<Feature, 'messages'>[],
  settings: () => Settings,
  typeOf: TypeOf,
): BuilderOf {
  const definitions = [resultWindow, ...features.flatMap(({ messages }) => messages ?? [])];
  return messagesByName(definitions, () => ({ settings: settings(), typeOf }));
}

/** Who is told what of a request, by its type. Settings are read at each message. */
export function createWords(settings: () => Settings, typeOf: TypeOf): LedgerOptions['words'] {
  return {
    ended: (request) =>
      request.outcome?.kind === 'cancelled'
        ? cancelledAnnouncements(request)
        : typeOf(request).ended(request, settings()),
    undecided: (request) => undecidedAnnouncements(request, typeOf(request)),
    unreached: (request, message) => typeOf(request).unreached?.(request, message),
  };
}
