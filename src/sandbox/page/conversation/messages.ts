import { html } from 'htm/preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ScreenChannel, ScreenMessage, Workspace } from '../../screen.ts';
import { Blocks } from '../blocks/blocks.ts';
import { Mrkdwn } from '../mrkdwn/mrkdwn.ts';
import { Avatar, roleOf } from '../shell/avatar.ts';
import { Icon } from '../shell/icons.ts';
import { MenuButton } from '../shell/menu-button.ts';
import { linkTo } from '../state/route.ts';
import { useStage } from '../state/stage.ts';
import { type ReadMarks, unreadIn } from '../state/unread.ts';

/** Number of messages drawn: a form sends each letter, and each change draws them again. */
const newest = 200;

/** Newest messages of a channel by day, latest last. Screen readers announce new ones. */
export function Messages({ channel, marks }: { channel: ScreenChannel; marks: ReadMarks }) {
  const { screen } = useStage();
  // The marker of the first unread message stays while the channel is open.
  const [firstNew] = useState(() => unreadIn(channel, marks, screen.person.id)[0]?.ts);
  const { top, repliesTo } = useMemo(() => inThreads(channel.messages), [channel.messages]);
  const list = useRef<HTMLDivElement>(null);
  const last = channel.messages.at(-1);
  useLayoutEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [last?.ts, last?.blocks.length]);
  const drawn = top.slice(-newest);
  return html`<div class="messages" ref=${list} tabindex="0" role="log" aria-label=${`Messages in ${channel.name}`}>
    <div class="spacer"></div>
    ${top.length === 0 && html`<${FirstLook} channel=${channel} />`}
    ${drawn.map(
      (
        message,
        index,
      ) => html`<${Entry} key=${message.ts} channelId=${channel.id} message=${message} before=${drawn[index - 1]}
      replies=${repliesTo.get(message.ts) ?? []} isFirstNew=${message.ts === firstNew} />`,
    )}
  </div>`;
}

function inThreads(messages: readonly ScreenMessage[]) {
  const isReply = ({ ts, threadTs, isBroadcast }: ScreenMessage) =>
    threadTs !== undefined && threadTs !== ts && !isBroadcast;
  const replies = messages.filter(isReply);
  const repliesTo = Map.groupBy(replies, ({ threadTs = '' }) => threadTs);
  return { top: messages.filter((message) => !isReply(message)), repliesTo };
}

interface EntryProps {
  channelId: string;
  message: ScreenMessage;
  before: ScreenMessage | undefined;
  replies: readonly ScreenMessage[];
  isFirstNew: boolean;
}

function Entry({ channelId, message, before, replies, isFirstNew }: EntryProps) {
  const { timezone } = useStage().screen.person;
  const day = useMemo(() => dayOf(message.ts, timezone), [message.ts, timezone]);
  const dayBefore = useMemo(() => before && dayOf(before.ts, timezone), [before?.ts, timezone]);
  const isNewDay = dayBefore !== day;
  const follows = !isNewDay && !isFirstNew && before !== undefined && continues(before, message);
  return html`${isNewDay && html`<p class="day"><span>${day}</span></p>`}
    ${isFirstNew && html`<p class="new"><span>New</span></p>`}
    <${Message} channelId=${channelId} message=${message} isContinued=${follows} />
    ${
      replies.length > 0 &&
      html`<div class="thread" role="group" aria-label="Replies">
      ${replies.map((reply) => html`<${Message} key=${reply.ts} channelId=${channelId} message=${reply} isContinued=${false} />`)}
    </div>`
    }`;
}

const fiveMinutes = 300;

/** Whether a message is grouped with the one before. An app's are long: each begins with the app's name. */
function continues(before: ScreenMessage, message: ScreenMessage): boolean {
  const isSoonAfter = Number(message.ts) - Number(before.ts) < fiveMinutes;
  return !message.from.isApp && before.from.id === message.from.id && isSoonAfter;
}

interface MessageProps {
  channelId: string;
  message: ScreenMessage;
  isContinued: boolean;
}

function Message({ channelId, message, isContinued }: MessageProps) {
  const { timezone } = useStage().screen.person;
  const { from, ts, isEphemeral, isBroadcast, isEdited } = message;
  const time = useMemo(() => timeOf(ts, timezone), [ts, timezone]);
  return html`<article class=${`message ${isContinued ? 'continued' : ''} ${isEphemeral ? 'ephemeral' : ''}`} aria-label=${`${from.name}, ${time}`}>
    ${isContinued ? html`<time class="aside">${time}</time>` : html`<${Avatar} id=${from.id} name=${from.name} isApp=${from.isApp} />`}
    <div class="content">
      ${isBroadcast && html`<p class="only-you">Replied to a thread</p>`}
      ${isEphemeral && html`<p class="only-you"><${Icon} name="eye" />Only visible to you</p>`}
      ${!isContinued && html`<p class="by"><strong>${from.name}</strong>${from.isApp && html`<span class="app-mark">App</span>`}<time>${time}</time></p>`}
      <${Body} channelId=${channelId} message=${message} />
      <${SharedFiles} message=${message} />
      ${isEdited && html`<small class="edited">(edited)</small>`}
    </div>
    ${!isEphemeral && html`<${Shortcuts} channelId=${channelId} message=${message} />`}
  </article>`;
}

function Body({ channelId, message }: Omit<MessageProps, 'isContinued'>) {
  const { ts, text, blocks, elements, trouble, isMrkdwn } = message;
  if (blocks.length === 0)
    return html`<div class="text">${isMrkdwn ? html`<${Mrkdwn} text=${text} />` : html`<span class="plain">${text}</span>`}</div>`;
  const place = { in: 'message', channel: channelId, ts };
  return html`<${Blocks} canvas=${{ place, blocks, elements, trouble, errors: {}, id: `m${ts}` }} />`;
}

function SharedFiles({ message }: Pick<MessageProps, 'message'>) {
  const { person } = useStage().screen;
  const { files = [] } = message;
  if (files.length === 0) return null;
  const address = (id: string) => `/sandbox/people/${person.id}/files/${id}`;
  return html`<ul class="files">${files.map(
    ({ id, name, title }) =>
      html`<li key=${id}><a href=${address(id)} download=${name}><strong>${title}</strong><small>${name}</small></a></li>`,
  )}</ul>`;
}

function Shortcuts({ channelId, message }: Omit<MessageProps, 'isContinued'>) {
  const { workspace, act } = useStage();
  const items = workspace.shortcuts
    .filter(({ type }) => type === 'message')
    .map(({ name, callbackId, description }) => ({
      label: name,
      description,
      choose: () => void act({ verb: 'messageShortcut', callbackId, channel: channelId, ts: message.ts }),
    }));
  if (items.length === 0) return null;
  return html`<div class="message-menu"><${MenuButton} label="Message shortcuts" items=${items}><${Icon} name="more" /><//></div>`;
}

/** Slack's timestamps are seconds since the epoch, with a counter as decimals. */
function dateOf(ts: string): Date {
  return new Date(Number(ts) * 1000);
}

function dayOf(ts: string, timeZone: string): string {
  return dateOf(ts).toLocaleDateString('en-GB', { timeZone, weekday: 'long', day: 'numeric', month: 'long' });
}

function timeOf(ts: string, timeZone: string): string {
  return dateOf(ts).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
}

function FirstLook({ channel }: { channel: ScreenChannel }) {
  const { workspace, screen } = useStage();
  const { person } = screen;
  const { app } = workspace;
  return html`<section class="first-look" aria-label="Start here">
    <p class="self"><${Avatar} id=${person.id} name=${person.realName} />
      <span>You’re <strong>${person.realName}</strong><br /><small>${roleOf(person)}</small></span></p>
    <p>No messages here yet. Try ${app.name}:</p>
    <ul>${workspace.commands.filter(({ isSlacks }) => !isSlacks).map((one) => html`<${Try} key=${one.command} channel=${channel} one=${one} />`)}
      ${app.hasHome && html`<li><a href=${linkTo({ personId: person.id, spot: 'app/home' })}>Open ${app.name} Home</a><span>${app.description}</span></li>`}
    </ul>
    <p class="hint">Switch people at the top to see what others see.</p>
  </section>`;
}

function Try({ channel, one }: { channel: ScreenChannel; one: Workspace['commands'][number] }) {
  const { act } = useStage();
  const send = () => void act({ verb: 'command', channel: channel.id, text: one.command });
  return html`<li><button type="button" class="button" onClick=${send}>${one.command}</button><span>${one.description}</span></li>`;
}
