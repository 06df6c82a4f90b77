import { html } from 'htm/preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ScreenChannel, ScreenMessage } from '../../screen.ts';
import { useStage } from '../state/stage.ts';
import { type ReadMarks, unreadIn } from '../state/unread.ts';
import { FirstLook } from './first-look.ts';
import { Message } from './message.ts';
import { dayOf, isSoonAfter } from './times.ts';

/** The messages of a channel, day by day, the latest at the bottom. New ones are read out. */
export function Messages({ channel, marks }: { channel: ScreenChannel; marks: ReadMarks }) {
  const { screen } = useStage();
  const list = useRef<HTMLDivElement>(null);
  // What was new when one came here stays marked while one is here.
  const [firstNew] = useState(() => unreadIn(channel, marks, screen.person.id)[0]?.ts);
  const top = channel.messages.filter(({ ts, threadTs }) => !threadTs || threadTs === ts);
  const last = channel.messages.at(-1);
  useLayoutEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [last?.ts, last?.blocks.length]);
  return html`<div class="messages" ref=${list} tabindex="0" role="log" aria-label=${`Messages in ${channel.name}`}>
    <div class="spacer"></div>
    ${top.length === 0 && html`<${FirstLook} channel=${channel} />`}
    ${top.map(
      (
        message,
        index,
      ) => html`<${Entry} key=${message.ts} channel=${channel} message=${message} before=${top[index - 1]}
      isFirstNew=${message.ts === firstNew} />`,
    )}
  </div>`;
}

interface EntryProps {
  channel: ScreenChannel;
  message: ScreenMessage;
  before: ScreenMessage | undefined;
  isFirstNew: boolean;
}

function Entry({ channel, message, before, isFirstNew }: EntryProps) {
  const { timezone } = useStage().screen.person;
  const day = dayOf(message.ts, timezone);
  const isNewDay = !before || dayOf(before.ts, timezone) !== day;
  const follows = !isNewDay && !isFirstNew && before !== undefined && continues(before, message);
  const replies = channel.messages.filter(({ ts, threadTs }) => threadTs === message.ts && ts !== message.ts);
  return html`${isNewDay && html`<p class="day"><span>${day}</span></p>`}
    ${isFirstNew && html`<p class="new"><span>New</span></p>`}
    <${Message} channel=${channel} message=${message} isContinued=${follows} />
    ${
      replies.length > 0 &&
      html`<div class="thread" role="group" aria-label="Replies">
      ${replies.map((reply) => html`<${Message} key=${reply.ts} channel=${channel} message=${reply} isContinued=${false} />`)}
    </div>`
    }`;
}

function continues(before: ScreenMessage, message: ScreenMessage): boolean {
  const isSameKind = before.isEphemeral === message.isEphemeral && before.from.id === message.from.id;
  return isSameKind && isSoonAfter(before.ts, message.ts);
}
