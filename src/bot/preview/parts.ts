import type { NewMessage } from '../ledger/outbox/enqueue.ts';
import { PlannedAbout } from '../plan/plan.ts';
import type { Viewer } from '../slack/incoming/origin.ts';
import type { Moment } from '../slack/timeline.ts';
import { cut, escapeMrkdwn } from '../slack/views/blocks.ts';
import { say } from './messages.ts';

type Said = Parameters<ReturnType<typeof say>['moment']>[0][number];

/** Messages of one kind at one time. */
export interface Part {
  at: 'now' | Date;
  zone: string;
  said: Said;
  messages: readonly NewMessage[];
}

interface Reading {
  viewer: Viewer;
  privateChannel: string | undefined;
  /** Zone of messages without one. */
  timezone: string;
  labelOf(message: string): string;
  nameOf(employee: number): string;
}

/** Groups messages by kind and time, earliest first. */
export function partsOf(messages: readonly NewMessage[], reading: Reading): Part[] {
  const groups = Map.groupBy(messages, ({ name, due }) => `${name} ${due?.getTime() ?? 0}`);
  const parts = [...groups.values()].flatMap((group): Part[] => {
    const [first] = group;
    if (!first) return [];
    const zone = PlannedAbout.safeParse(first.about).data?.zone ?? reading.timezone;
    const labels = [reading.labelOf(first.name)];
    return [
      { at: first.due ?? 'now', zone, said: { labels, ...readersOf(group, reading) }, messages: group },
    ];
  });
  return parts.toSorted((one, other) => instantOf(one) - instantOf(other));
}

function readersOf(messages: readonly NewMessage[], reading: Reading) {
  const readers = [...new Set(messages.map((message) => readerOf(message, reading)))];
  const isChannel = (reader: string) => reader.startsWith('<#');
  return { channels: readers.filter(isChannel), people: readers.filter((one) => !isChannel(one)) };
}

function readerOf({ recipient }: NewMessage, { viewer, privateChannel, nameOf }: Reading): string {
  if ('employee' in recipient) return escapeMrkdwn(cut(nameOf(recipient.employee), 80));
  const { hr, you } = say();
  const id = 'channel' in recipient ? recipient.channel : privateChannel;
  if (id === undefined) return hr;
  if (!/^[UW]/.test(id)) return `<#${id}>`;
  return id === viewer.userId ? you : `<@${id}>`;
}

/** All messages of one time are on one line. */
export function momentsOf(parts: readonly Part[]): Moment[] {
  const groups = Map.groupBy(parts, instantOf);
  return [...groups.values()].flatMap((group): Moment[] => {
    const [first] = group;
    return first ? [{ at: first.at, zone: first.zone, text: say().moment(together(group)) }] : [];
  });
}

/** Messages of one label have all its readers, and labels with the same readers are one part. */
function together(parts: readonly Part[]): Said[] {
  const byLabel = Map.groupBy(parts, ({ said }) => said.labels.join());
  const merged = [...byLabel.values()].map((same) => ({
    labels: same[0]?.said.labels ?? [],
    channels: [...new Set(same.flatMap(({ said }) => said.channels))],
    people: [...new Set(same.flatMap(({ said }) => said.people))],
  }));
  const byReaders = Map.groupBy(merged, ({ channels, people }) => [...channels, ...people].join());
  return [...byReaders.values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, labels: same.flatMap(({ labels }) => labels) }] : [];
  });
}

/** Milliseconds since the epoch; 0 for now. */
export function instantOf({ at }: Pick<Part, 'at'>): number {
  return at === 'now' ? 0 : at.getTime();
}
