import { listOf, words } from '../../../language.ts';
import type { Placeholder } from '../../plan/plan.ts';
import type { Reminder } from '../../storage/settings.ts';
import { say as sayFields } from './field-messages.ts';

/** Sentences about the values that apply. */
const en = {
  reminders(wanted: readonly Reminder[], at: { hour: number; daysBefore: readonly number[] }): string {
    if (wanted.length === 0) return 'No reminders are sent.';
    return `Reminders at ${sayFields().hourOf(at.hour)}, ${listOf(at.daysBefore.map(String))} working ${at.daysBefore.join() === '1' ? 'day' : 'days'} before.`;
  },
  approval: (isRequired: boolean) =>
    isRequired
      ? 'HR approves the offboardings that managers start.'
      : 'Managers start offboardings without approval.',
  texts: {
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
    ownWords: 'the default text',
  },
};

export const say = words({ en });
