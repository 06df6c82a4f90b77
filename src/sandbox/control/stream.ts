import type { FastifyReply } from 'fastify';
import type { Changes } from '../changes.ts';
import type { ChannelChange, Screen, ScreenChange, ScreenChannel } from '../screen.ts';

type News = () => ServerSentEvent | undefined;

interface ServerSentEvent {
  event?: string;
  data: string;
}

interface StreamOptions {
  pause?: number;
}

/** Streams server-sent events: one immediately, then after each change as soon as the reader has drained the last. */
export function stream(
  reply: FastifyReply,
  changes: Changes,
  news: News,
  { pause }: StreamOptions = {},
): FastifyReply {
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  let isDue = false;
  const send = () => {
    if (raw.destroyed) return;
    if (raw.writableNeedDrain) return void raw.once('drain', send);
    isDue = false;
    const next = news();
    if (next) raw.write(`${next.event ? `event: ${next.event}\n` : ''}data: ${next.data}\n\n`);
  };
  const later = (run: () => void) => (pause === undefined ? setImmediate(run) : setTimeout(run, pause));
  const stop = changes.listen(() => {
    if (!isDue) later(send);
    isDue = true;
  });
  raw.on('close', stop);
  send();
  return reply;
}

export function wholeState(state: () => object): News {
  let last = '';
  return () => {
    const data = JSON.stringify(state());
    if (data === last) return undefined;
    last = data;
    return { data };
  };
}

type Parts = Omit<Screen, 'channels' | 'app' | 'version'>;

/** The whole `Screen` first, then only changes, sized by the change and not by the history. */
export function screenNews(look: () => Screen): News {
  let last: Screen | undefined;
  let parts: Record<string, string> = {};
  return () => {
    const screen = look();
    const before = last;
    const partsBefore = parts;
    last = screen;
    parts = partsOf(screen);
    if (!before) return { data: JSON.stringify(screen) };
    const other = Object.keys(parts).filter((name) => parts[name] !== partsBefore[name]);
    const channels = screen.channels.map((channel) => changeOf(channel, channelIn(before, channel.id)));
    const app = changeOf(screen.app, before.app);
    const isMoved = namesOf(screen) !== namesOf(before);
    if (other.length === 0 && !isMoved && [...channels, app].every(isEmpty)) return undefined;
    const told = Object.fromEntries(other.map((name) => [name, Reflect.get(screen, name)]));
    const change: ScreenChange = { ...told, version: screen.version, channels, app };
    return { event: 'change', data: JSON.stringify(change) };
  };
}

/** All parts but the messages, as JSON: small, and mutated in place. */
function partsOf({ person, home, views, notices }: Screen): Record<keyof Parts, string> {
  const text = (part: unknown) => JSON.stringify(part);
  return { person: text(person), home: text(home), views: text(views), notices: text(notices) };
}

function namesOf({ channels, app }: Screen): string {
  return JSON.stringify([...channels, app].map(({ messages: _, ...channel }) => channel));
}

function channelIn({ channels }: Screen, id: string): ScreenChannel | undefined {
  return channels.find((channel) => channel.id === id);
}

function changeOf(channel: ScreenChannel, before: ScreenChannel | undefined): ChannelChange {
  const last = before?.messages ?? [];
  let same = 0;
  while (same < last.length && last[same] === channel.messages[same]) same += 1;
  const old = new Set(last.slice(same));
  const messages = channel.messages.slice(same).filter((message) => !old.has(message));
  const there = new Set(channel.messages.slice(same).map(({ ts }) => ts));
  const removed = [...old].map(({ ts }) => ts).filter((ts) => !there.has(ts));
  return { ...channel, messages, removed };
}

function isEmpty({ messages, removed }: ChannelChange): boolean {
  return messages.length === 0 && removed.length === 0;
}
