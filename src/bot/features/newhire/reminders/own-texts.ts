import type { Language } from '../../../../language.ts';
import type { Day } from '../../../../time/dates.ts';
import { type Facts, filled } from '../../../plan/own-text.ts';
import type { MessageContext } from '../../../requests/define-message.ts';
import { cut } from '../../../slack/views/blocks.ts';
import type { TextName } from '../../../storage/texts.ts';
import type { HireRequest } from '../request.ts';
import { words } from '../words.ts';

/** The most characters of one fact. */
const longest = 140;

/**
 * What the organization says in the place of Frontdesk's words; undefined where it says nothing of its own, or nothing
 * is left of that for this hire. It is plain text: nothing in it formats, mentions or links.
 */
export function ownText(
  name: TextName,
  request: HireRequest,
  { settings, language }: Pick<MessageContext, 'settings' | 'language'>,
): string | undefined {
  const own = settings.texts[name];
  return own === undefined ? undefined : filled(own, factsOf(request, language));
}

function factsOf({ payload, context, day, amendments }: HireRequest, language: Language): Facts {
  // Whoever was added without a start day has none to tell of.
  const start: Day | null = payload.start_day !== undefined || amendments > 0 ? day : null;
  const facts = {
    name: context.personName,
    'first name': payload.first_name,
    day: start === null ? undefined : words[language].reminders.dayOf(start),
    manager: context.managerName,
    buddy: context.buddyName,
    position: payload.position,
  };
  const known = Object.entries(facts).filter(([, fact]) => fact !== undefined && fact.trim() !== '');
  return Object.fromEntries(known.map(([name, fact = '']) => [name, cut(fact, longest)]));
}
