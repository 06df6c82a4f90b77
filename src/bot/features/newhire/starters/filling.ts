import type { Bot } from '../../../bot.ts';
import { personOption } from '../../../menus.ts';
import { option } from '../../../slack/views/view.ts';
import { type HireValues, newHireFields } from '../form/fields.ts';
import type { HireContext } from '../request.ts';
import type { LeftOut } from '../typed/vocabulary.ts';

type Starter = NonNullable<HireContext['starter']>;

/** Values of the form from what a source says. The form names what can't be used. */
export function fillingOf({ said, day }: Starter, { directory }: Pick<Bot, 'directory'>) {
  const people = directory.current()?.peopleByEmail;
  const left: LeftOut[] = [];

  function employee(address: string | undefined) {
    if (address === undefined) return undefined;
    if (!people) return void left.push({ text: address, why: 'unknown' });
    const person = people.get(address.toLowerCase());
    // An entry of nobody doesn't fit, and the form says so.
    return person ? personOption(person) : option(address, '0');
  }

  const prefill: HireValues = {
    ...newHireFields.fromDraft(said),
    start_day: day ?? said.start_day,
    manager: employee(said.manager),
    buddy: employee(said.buddy),
    timezone: said.timezone === undefined ? undefined : option(said.timezone, said.timezone),
    language: said.language?.replace(/^([a-z]{2})[-_].*/i, '$1'),
  };
  return { prefill, left };
}
