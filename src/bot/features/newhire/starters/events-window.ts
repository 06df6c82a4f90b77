import type { KnownBlock } from '@slack/types';
import { parsedJson } from '../../../../json.ts';
import type { Bot } from '../../../bot.ts';
import type { By } from '../../../slack/button.ts';
import { modal } from '../../../slack/modal.ts';
import { cut, note, paragraph } from '../../../slack/views/blocks.ts';
import type { StarterEvent } from '../../../storage/starter-events.ts';
import type { StarterSource } from '../../../storage/starter-sources.ts';
import { missingIn } from '../elsewhere/proposals.ts';
import { newHireForms } from '../form/fields.ts';
import { knownAs } from './intake.ts';
import { family, OfSource, sourceOrGone } from './mapping-windows.ts';
import { say } from './messages.ts';
import { mappedNames, proposalOf, startersIn } from './reading.ts';

/** Fields that are named if a source doesn't fill them in. */
const needed = ['first_name', 'last_name', 'email', 'start_day'] as const;

/** People shown of an event with many. */
const mostShown = 5;

/** The last events, with what the mapping makes of them. Nothing is proposed. */
export const eventsWindow = modal({
  id: 'newhire_source_events',
  family,
  role: 'hr',
  metadata: OfSource,
  async facts(by: By<Bot>, { id }) {
    const source = await sourceOrGone(id, by);
    if ('type' in source) return source;
    const events = await by.starterSources.events(id);
    return { events: await Promise.all(events.map((event) => readEvent(event, source, by))) };
  },
  title: () => say().events.title,
  open: ({ events }) => ({
    above: events.length === 0 ? [paragraph(say().events.none)] : events.flatMap(eventBlocks),
  }),
});

async function readEvent({ body, receivedAt: at }: StarterEvent, { mapping }: StarterSource, by: Bot) {
  const zone = by.settings().timezone;
  const starters = startersIn(parsedJson(body ?? ''), mapping, zone);
  const shown = await Promise.all(
    starters.slice(0, mostShown).map(async (starter) => ({ starter, known: await knownAs(starter, by) })),
  );
  return { at, zone, shown, isRead: body !== undefined, more: starters.length - shown.length };
}

type ReadEvent = Awaited<ReturnType<typeof readEvent>>;

function eventBlocks({ at, zone, shown, isRead, more }: ReadEvent): KnownBlock[] {
  const { at: when, noKey, unreadable, more: others } = say().events;
  const people = shown.map((one) => paragraph(cut(lineOf(one), 1_000)));
  const nobody = isRead ? noKey : unreadable;
  return [
    note(when(at, zone)),
    ...(people.length > 0 ? people : [paragraph(nobody)]),
    ...(more > 0 ? [note(others(more))] : []),
  ];
}

function lineOf({ starter, known }: ReadEvent['shown'][number]): string {
  const { payload, context } = proposalOf(starter, { name: '' });
  const { table } = newHireForms();
  const { starts, known: reasons } = say().events;
  const others = mappedNames.filter((name) => !needed.some((one) => one === name));
  const missing = missingIn(payload, needed);
  const lines = [
    [context.personName, payload.email, payload.start_day === undefined ? '' : starts(payload.start_day)],
    others.flatMap((name) => {
      const text = starter.said[name];
      return text === undefined ? [] : [`${table[name].label}: ${cut(text, 100)}`];
    }),
    missing,
    known === undefined ? [] : [reasons[known]],
  ];
  return lines
    .map((parts) => parts.filter(Boolean).join(' · '))
    .filter(Boolean)
    .join('\n');
}
