import type { NewMessage } from '../ledger/outbox/enqueue.ts';
import type { Request, RequestContext } from '../ledger/requests/request.ts';
import type { MessageDefinition } from '../requests/define-message.ts';
import type { Settings } from '../storage/settings.ts';
import { say } from './messages.ts';
import { PlannedAbout } from './plan.ts';

interface Telling {
  definitions: readonly MessageDefinition[];
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
 * Lists messages in order, with time (in the person's zone) and recipients. Leaves out updates of messages,
 * which notify nobody.
 */
export function foretold(messages: readonly NewMessage[], telling: Telling): Foretold[] {
  const said = messages.filter(({ recipient }) => !('inPlaceOf' in recipient || 'view' in recipient));
  const inOrder = said.toSorted((one, other) => instantOf(one) - instantOf(other));
  const groups = Map.groupBy(inOrder, (message) => `${instantOf(message)} ${labelOf(message, telling)}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const readers = group.map((message) => readerOf(message, telling));
    const label = labelOf(first, telling);
    const line = say().line(whenOf(first), label, [...new Set(readers)]);
    return [{ line, at: instantOf(first), messages: group }];
  });
}

function instantOf({ due }: NewMessage): number {
  return due?.getTime() ?? 0;
}

function labelOf({ name }: NewMessage, { definitions }: Telling): string {
  return definitions.find((one) => one.name === name)?.label?.() ?? '';
}

function whenOf({ due, about }: NewMessage): string {
  const { at, atOnce } = say();
  const zone = PlannedAbout.safeParse(about).data?.zone;
  return due && zone !== undefined ? at(due, zone) : atOnce;
}

function readerOf({ recipient }: NewMessage, telling: Telling): string {
  const { hr, withMembers } = say();
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

interface Entered<Payload extends object, Context extends RequestContext>
  extends Pick<Request<Payload, Context>, 'kind' | 'requester' | 'payload' | 'context' | 'day'> {}

/** Builds the request that a form would make, as if it were done at `now`, to preview its messages. */
export function asIfDone<Payload extends object, Context extends RequestContext>(
  entered: Entered<Payload, Context>,
  now: Date,
): Request<Payload, Context> {
  return {
    ...entered,
    id: 'R-REHEARSAL',
    subject: '',
    submission: '',
    state: 'done',
    attempts: 1,
    baseline: null,
    outcomeUnknownAt: null,
    question: null,
    cancelBy: null,
    lastError: null,
    outcome: { kind: 'done', resultId: null, confirmed: true },
    resultId: null,
    service: null,
    idempotencyKey: null,
    keySentAt: null,
    keyPromisedBy: null,
    createdAt: now.toISOString(),
    endedAt: now.toISOString(),
    amendments: 0,
    revision: 0,
    calledOffAt: null,
    endedDay: null,
    email: null,
    missingSince: null,
    keptBy: null,
    dismissedAt: null,
  };
}
