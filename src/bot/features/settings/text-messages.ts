import { words } from '../../../language.ts';
import { type Placeholder, placeholders } from '../../plan/own-text.ts';
import type { TextName } from '../../storage/texts.ts';

const list = new Intl.ListFormat('en-GB');
const inBraces = (name: string) => `{${name}}`;

const en = {
  intro:
    `Leave a field empty for Frontdesk’s own words. You can use ${list.format(placeholders.map(inBraces))}. ` +
    'A sentence with something that isn’t known about somebody is left out.',
  labels: {
    headline: 'Announcement of a new hire',
    before: 'Before the start day, to manager and buddy',
    day: 'On the start day, in the channels',
    dayWithYou: 'On the start day, to manager and buddy',
    week: 'After the first week, to the manager',
  } satisfies Record<TextName, string>,
  unknown: (name: string) =>
    name === '{' || name === '}'
      ? 'Close every { with a }.'
      : `“${inBraces(name.slice(0, 40))}” isn’t known. Use ${list.format(placeholders.map(inBraces))}.`,
  usual: {
    headline: 'Alex Example joins on Mon, 4 January 2027',
    before: 'Alex Example starts on Mon, 4 January 2027, with you as manager.',
    day: 'Alex Example starts today',
    dayWithYou: 'Alex Example starts today, with you as manager.',
    week: 'Alex Example started on Mon, 4 January 2027. How did the first week go?',
  } satisfies Record<TextName, string>,
  usually: (text: string) => `Default: ${text}`,
  none: 'All messages are in Frontdesk’s own words.',
  sample: {
    name: 'Alex Example',
    'first name': 'Alex',
    day: 'Mon, 4 January 2027',
    manager: 'Sam Sample',
    buddy: 'Kim Sample',
    position: 'Designer',
  } satisfies Record<Placeholder, string>,
  withEverything: (text: string) => `For Alex Example: ${text}`,
  withLittle: (text: string) => `If only the name is known: ${text}`,
  ownWords: 'in Frontdesk’s own words',
};

export const say = words({ en });
