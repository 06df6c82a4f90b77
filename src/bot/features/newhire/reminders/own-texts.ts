import type { Day } from '../../../../time/dates.ts';
import { type Facts, filled } from '../../../plan/own-text.ts';
import type { MessageContext } from '../../../requests/define-message.ts';
import { cut } from '../../../slack/views/blocks.ts';
import type { TextName } from '../../../storage/texts.ts';
import type { HireRequest } from '../request.ts';
import { say } from './messages.ts';

/** Limit of one fact, in characters. */
const longest = 140;

/**
 * The organization's own text instead of Frontdesk's, as plain text without formatting, mentions or links; undefined
 * if there is none, or nothing is left of it for this hire.
 */
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
