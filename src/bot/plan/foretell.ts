import type { Language } from '../../language.ts';
import type { NewMessage } from '../ledger/outbox/enqueue.ts';
import type { MessageDefinition } from '../requests/define-message.ts';
import type { Settings } from '../storage/settings.ts';
import { PlannedAbout } from './plan.ts';
import { words } from './words.ts';

interface Telling {
  definitions: readonly MessageDefinition[];
  /** Name of an employee, in mrkdwn. */
  nameOf(employee: number): string;
  sizeOf(channel: string): number | undefined;
  settings: Pick<Settings, 'privateChannel'>;
}

export interface Foretold {
  /** Time, label and recipients, in mrkdwn. */
  line: string;
  /** Milliseconds since the epoch; 0 for immediate messages. */
  at: number;
  messages: readonly NewMessage[];
}

/**
 * Lists future messages in order, with time (in the person's zone) and recipients. Leaves out updates of messages,
 * which notify nobody.
 */
export function foretold(messages: readonly NewMessage[], telling: Telling, language: Language): Foretold[] {
  const said = messages.filter(({ recipient }) => !('inPlaceOf' in recipient || 'view' in recipient));
  const inOrder = said.toSorted((one, other) => instantOf(one) - instantOf(other));
  const groups = Map.groupBy(
    inOrder,
    (message) => `${instantOf(message)} ${labelOf(message, telling, language)}`,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const readers = group.map((message) => readerOf(message, telling, language));
    const label = labelOf(first, telling, language);
    const line = words[language].line(whenOf(first, language), label, [...new Set(readers)]);
    return [{ line, at: instantOf(first), messages: group }];
  });
}

function instantOf({ due }: NewMessage): number {
  return due?.getTime() ?? 0;
}

function labelOf({ name }: NewMessage, { definitions }: Telling, language: Language): string {
  return definitions.find((one) => one.name === name)?.label?.(language) ?? '';
}

function whenOf({ due, about }: NewMessage, language: Language): string {
  const { at, atOnce } = words[language];
  const zone = PlannedAbout.safeParse(about).data?.zone;
  return due && zone !== undefined ? at(due, zone) : atOnce;
}

function readerOf({ recipient }: NewMessage, telling: Telling, language: Language): string {
  const { hr, withMembers } = words[language];
  const channel = (id: string) => {
    const size = telling.sizeOf(id);
    return size === undefined ? `<#${id}>` : withMembers(`<#${id}>`, size);
  };
  if ('employee' in recipient) return telling.nameOf(recipient.employee);
  const { privateChannel } = telling.settings;
  if ('hr' in recipient) return privateChannel === undefined ? hr : channel(privateChannel);
  if (!('channel' in recipient)) return hr;
  return /^[UW]/.test(recipient.channel) ? `<@${recipient.channel}>` : channel(recipient.channel);
}
