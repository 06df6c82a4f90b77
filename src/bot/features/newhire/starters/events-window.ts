import type { KnownBlock } from '@slack/types';
import { parsedJson } from '../../../../json.ts';
import type { Bot } from '../../../bot.ts';
import type { By } from '../../../slack/button.ts';
import { modal } from '../../../slack/modal.ts';
import { cut, note, paragraph } from '../../../slack/views/blocks.ts';
import type { StarterEvent } from '../../../storage/starter-events.ts';
import { newHireForms } from '../form/fields.ts';
import { say as sayHire } from '../messages.ts';
import { knownAs } from './intake.ts';
import { family, OfSource, sourceOrGone } from './mapping-windows.ts';
import { say } from './messages.ts';
import { mappedNames, proposalOf, type Starter, startersIn } from './reading.ts';

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
    const zone = by.settings().timezone;
    const read = async ({ body, receivedAt }: StarterEvent) => {
      const starters = startersIn(parsedJson(body ?? ''), source.mapping, zone);
      const shown = await Promise.all(
        starters.slice(0, mostShown).map(async (starter) => ({ starter, known: await knownAs(starter, by) })),
      );
      return {
        at: receivedAt,
        zone,
        shown,
        isRead: body !== undefined,
        more: starters.length - shown.length,
      };
    };
    return { events: await Promise.all((await by.starterSources.events(id)).map(read)) };
  },
  title: () => say().events.title,
  open: ({ events }) => ({
    above: events.length === 0 ? [paragraph(say().events.none)] : events.flatMap(eventBlocks),
  }),
});

interface ReadEvent {
  at: Date;
  zone: string;
  shown: readonly { starter: Starter; known: 'employee' | 'started' | undefined }[];
  isRead: boolean;
  more: number;
}

function eventBlocks({ at, zone, shown, isRead, more }: ReadEvent): KnownBlock[] {
  const { at: when, noKey, unreadable, more: others } = say().events;
  const people = shown.map(({ starter, known }) => paragraph(cut(lineOf(starter, known), 1_000)));
  const nobody = isRead ? noKey : unreadable;
  return [
    note(when(at, zone)),
    ...(people.length > 0 ? people : [paragraph(nobody)]),
    ...(more > 0 ? [note(others(more))] : []),
  ];
}

function lineOf(starter: Starter, known: 'employee' | 'started' | undefined): string {
  const { payload, context } = proposalOf(starter, { name: '' });
  const { table } = newHireForms();
  const { starts, known: reasons } = say().events;
  const others = mappedNames.filter(
    (name) => !['first_name', 'last_name', 'email', 'start_day'].includes(name),
  );
  const { labels } = sayHire();
  const missing = [
    ...(payload.first_name === '' ? [labels.first_name] : []),
    ...(payload.last_name === '' ? [labels.last_name] : []),
    ...(payload.email === '' ? [labels.email] : []),
    ...(payload.start_day === undefined ? [labels.start_day] : []),
  ];
  const lines = [
    [context.personName, payload.email, payload.start_day === undefined ? '' : starts(payload.start_day)],
    others.flatMap((name) => {
      const text = starter.said[name];
      return text === undefined ? [] : [`${table[name].label}: ${cut(text, 100)}`];
    }),
    missing.length > 0 ? [say().missing(missing)] : [],
    known === undefined ? [] : [reasons[known]],
  ];
  return lines
    .map((parts) => parts.filter(Boolean).join(' · '))
    .filter(Boolean)
    .join('\n');
}
