import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newHireFields } from '../src/bot/features/newhire/form/fields.ts';
import { parseNewHire } from '../src/bot/features/newhire/form/warnings.ts';
import { dayOf, guessMapping } from '../src/bot/features/newhire/starters/reading.ts';
import { readMessage, readWords } from '../src/bot/features/newhire/typed/parse-command.ts';
import { zonesMenu } from '../src/bot/menus.ts';
import { createSearch } from '../src/bot/onboarding/directory/snapshot.ts';
import { bounded, mostRead } from '../src/bot/slack/incoming/arrival.ts';
import { cut, escapeMrkdwn, fallback, piecesOf, printable } from '../src/bot/slack/views/blocks.ts';
import { scalarsIn, valueAt } from '../src/bot/starters/json-paths.ts';
import { zoneOfOtherName, zones } from '../src/contract/choices.ts';
import { isEmailAddress } from '../src/contract/new-hire.ts';
import { fold } from '../src/language.ts';
import { looksLikeEmail } from '../src/sandbox/block-kit/blocks.ts';
import { parse } from '../src/sandbox/page/mrkdwn/parse.ts';
import { mentionsIn } from '../src/sandbox/workspace/workspace.ts';
import { isDay } from '../src/time/dates.ts';
import { inWhole } from './faults/trials.ts';

const today = '2026-11-22';
const people = Array.from({ length: 300 }, (_, id) => ({
  id,
  name: `${'ab'.repeat(id % 9)} Doe ${id}`,
  email: `p${id}@acme.com`,
  role: null,
}));
const search = createSearch(people);

function formWith(text: string) {
  const field = (id: string) => ({ [id]: { type: 'plain_text_input', value: text } });
  return Object.fromEntries(
    ['first_name', 'last_name', 'email', 'position', 'phone', 'message'].map((id) => [id, field(id)]),
  );
}

/** Parsers of text from people or other programs. Add new ones here. */
const readers: Record<string, (text: string) => unknown> = {
  'the words behind /newhire': (text) => readWords(text, today),
  'a message': (text) => readMessage(text, today),
  'the new-hire form': (text) => parseNewHire(newHireFields.read(formWith(text)), false),
  'Slack’s markup': piecesOf,
  'the beginning of a text': bounded,
  'an address': isEmailAddress,
  'an address, in the sandbox': looksLikeEmail,
  'a day': isDay,
  'a day of another system': (text) => dayOf(text, 'Europe/Berlin'),
  'an event of another system': (text) => {
    const found = scalarsIn({ [text]: { id: text, 'Start date': text } });
    return [guessMapping(found), found.map(({ pointer }) => valueAt({ [text]: text }, pointer))];
  },
  'a zone in the menu': (text) => zonesMenu(zones, text, today),
  'another name of a zone': zoneOfOtherName,
  'somebody in the menu': (text) => search(text, 100),
  'a name, for comparison': fold,
  'a text for Slack': (text) => [printable(text), cut(text, 75), escapeMrkdwn(text), fallback(text)],
  'mrkdwn on the sandbox’s page': parse,
  'the mentions in a message of the sandbox': (text) => mentionsIn(text, true, []),
};

const seeds = [
  ...`@ a@ @a. a. < <@ <@U <@U1| <! > | <a| <mailto: &lt; {{ }} ( ) * *a _ _a - . , : = " a A name: 1 1.
    1/ 1- 2026- http:// http://a. https:// :a é 👩‍🚀 山 ŕ ﷺ`.split(/\s+/),
  ..."{{ a|* |~a |`|``` |> |'|\\|\n| |\t|\0|Aa |van |A van |name |Name: a|first name: |1 Dec |Dec |in ".split(
    '|',
  ),
  ...'in two |next |Monday |a week from |\uE000|\uE0001\uE001|e\u0301|\u0301|\u200D|\uD83D|عمر '.split('|'),
];

/** Lone surrogates included. The library's own unit lists all of Unicode for each string, which takes a second. */
const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));

const hostile = fc
  .record({
    before: fc.constantFrom('', ' ', 'x', '<', '*', '`', 'name:', 'a@', '"', '(', '{{ '),
    seed: fc.oneof(
      fc.constantFrom(...seeds),
      fc.array(fc.constantFrom(...seeds), { minLength: 2, maxLength: 4 }).map((parts) => parts.join('')),
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 6 }),
    ),
    after: fc.constantFrom('', '!', ' ', '\n', '@', '>', 'x@', '|', '*', '}'),
  })
  .map(
    ({ before, seed, after }) =>
      (length: number) =>
        before + seed.repeat(Math.ceil(length / seed.length)) + after,
  );

/** In milliseconds. */
function timeOf(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

/** Shortest meaningful measurement, in milliseconds. */
const grain = 2.4;
const times = 8;

/**
 * One long text compared with short texts of equal total length: 1 is linear, `times` is quadratic. The
 * minimum counts, since disturbance only adds time.
 */
function growth(read: (text: string) => unknown, text: (length: number) => string): number {
  const [short, long] = [text(1_500), text(1_500 * times)];
  const readOne = () => read(long);
  const readMany = () => {
    for (let count = 0; count < times; count += 1) read(short);
  };
  if (timeOf(readOne) < grain) return 0;
  let [one, many] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 4; round += 1) {
    one = Math.min(one, timeOf(readOne));
    many = Math.min(many, timeOf(readMany));
  }
  return one / many;
}

inWhole.each(Object.entries(readers))(
  '%s is read in a time that grows no faster than the text',
  (_name, read) => {
    fc.assert(
      fc.property(hostile, (text) => {
        // Repeat the measurement, since the machine may have been busy.
        const isSteep = () => growth(read, text) > 3;
        expect(Array.from({ length: 12 }).every(isSteep)).toBe(false);
      }),
      { numRuns: 60, seed: 20261122, endOnFailure: true },
    );
  },
  120_000,
);

it.each(Object.entries(readers))(
  '%s is never too strange to be read',
  (_name, read) => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: anyCharacter, maxLength: 300 }),
          hostile.map((text) => text(400)),
        ),
        (text) => {
          read(text);
        },
      ),
      { numRuns: 150 },
    );
  },
  120_000,
);

it('reads no more of a command or a message than names, an address and a day need', () => {
  fc.assert(
    fc.property(hostile, fc.string({ unit: anyCharacter }), (text, more) => {
      const long = text(mostRead);
      const beginning = long.slice(0, mostRead);
      const { kind, ...read } = readWords(long + more, today);
      const { kind: alike, ...same } = readWords(beginning, today);
      expect(kind).toBe(alike);
      expect({ ...read, left: undefined }).toEqual({ ...same, left: undefined });
    }),
    { numRuns: 60 },
  );
});
