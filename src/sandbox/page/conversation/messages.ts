import { html } from 'htm/preact';
import { Component } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ScreenChannel, ScreenMessage } from '../../screen.ts';
import { useStage } from '../state/stage.ts';
import { type ReadMarks, unreadIn } from '../state/unread.ts';
import { FirstLook } from './first-look.ts';
import { Message } from './message.ts';
import { dayOf, isSoonAfter } from './times.ts';

/** Messages rendered at first, and added whenever the reader reaches the oldest. */
const drawnAtOnce = 200;
/** Old messages leave in batches: removing one at a time would re-layout the whole list each time. */
const leaveTogether = 50;
/** Distance in pixels from the top of the list at which older messages are added. */
const near = 300;

/** Messages of a channel by day, latest last. Screen readers announce new ones. */
export function Messages({ channel, marks }: { channel: ScreenChannel; marks: ReadMarks }) {
  const { screen } = useStage();
  // The marker of the first unread message stays while the channel is open.
  const [firstNew] = useState(() => unreadIn(channel, marks, screen.person.id)[0]?.ts);
  const { top, repliesTo } = useMemo(() => inThreads(channel.messages), [channel.messages]);
  const { list, drawn, onScroll } = useDrawnPart(channel, top);
  return html`<div class="messages" ref=${list} onScroll=${onScroll} tabindex="0" role="log" aria-label=${`Messages in ${channel.name}`}>
    <div class="spacer"></div>
    ${top.length === 0 && html`<${FirstLook} channel=${channel} />`}
    ${drawn.map(
      (
        message,
        index,
      ) => html`<${KeptEntry} key=${message.ts} channelId=${channel.id} message=${message} before=${drawn[index - 1]}
      replies=${repliesTo.get(message.ts) ?? none} isFirstNew=${message.ts === firstNew} />`,
    )}
  </div>`;
}

const none: readonly ScreenMessage[] = [];

function inThreads(messages: readonly ScreenMessage[]) {
  const isReply = ({ ts, threadTs }: ScreenMessage) => threadTs !== undefined && threadTs !== ts;
  const replies = messages.filter(isReply);
  const repliesTo = Map.groupBy(replies, ({ threadTs = '' }) => threadTs);
  return { top: messages.filter((message) => !isReply(message)), repliesTo };
}

/** Renders the newest messages, and older ones on scrolling up, keeping the scroll position. */
function useDrawnPart(channel: ScreenChannel, top: readonly ScreenMessage[]) {
  const list = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(drawnAtOnce);
  const fromBottom = useRef(0);
  const last = channel.messages.at(-1);
  useLayoutEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [last?.ts, last?.blocks.length]);
  useLayoutEffect(() => {
    if (count > drawnAtOnce) list.current?.scrollTo({ top: list.current.scrollHeight - fromBottom.current });
  }, [count]);
  function onScroll(): void {
    if (!list.current || list.current.scrollTop > near || count >= top.length) return;
    fromBottom.current = list.current.scrollHeight - list.current.scrollTop;
    setCount(count + drawnAtOnce);
  }
  const left = Math.floor(Math.max(0, top.length - count) / leaveTogether) * leaveTogether;
  return { list, drawn: top.slice(left), onScroll };
}

interface EntryProps {
  channelId: string;
  message: ScreenMessage;
  before: ScreenMessage | undefined;
  replies: readonly ScreenMessage[];
  isFirstNew: boolean;
}

/** Re-renders only when a prop changed: most messages stay the same when a new one arrives. */
class KeptEntry extends Component<EntryProps> {
  override shouldComponentUpdate(next: EntryProps): boolean {
    const names = Object.keys(next) as (keyof EntryProps)[];
    return names.some((name) => next[name] !== this.props[name]);
  }

  override render(props: EntryProps) {
    return html`<${Entry} ...${props} />`;
  }
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

function continues(before: ScreenMessage, message: ScreenMessage): boolean {
  const isSameKind = before.isEphemeral === message.isEphemeral && before.from.id === message.from.id;
  return isSameKind && isSoonAfter(before.ts, message.ts);
}
