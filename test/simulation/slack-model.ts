import {
  type WebAPICallResult,
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  WebClient,
} from '@slack/web-api';
import { channels, company, team } from './company.ts';
import type { Asking, Fate, Process, World } from './world.ts';

interface Message {
  ts: string;
  thread: unknown;
  isInHistory: boolean;
  text: string;
  metadata?: unknown;
  files?: readonly { name: string }[];
}

type Args = Record<string, unknown>;
type Method = (args: Args) => object;

export type SlackModel = ReturnType<typeof createSlackModel>;

/** Model of Slack: its users and messages survive every process of Frontdesk. */
export function createSlackModel(world: World) {
  const conversations = new Map<string, Message[]>();
  const files = new Map<string, { name: string; content: string }>();
  let count = 0;

  function historyOf(channel: string): Message[] {
    const known = conversations.get(channel) ?? [];
    conversations.set(channel, known);
    return known;
  }

  function newTs(): string {
    count += 1;
    return `${Math.floor(world.now() / 1000)}.${String(count).padStart(6, '0')}`;
  }

  const methods: Record<string, Method> = {
    'chat.postMessage'({ channel, text, blocks, metadata, thread_ts: thread, reply_broadcast }) {
      const ts = newTs();
      const place = conversationOf(String(channel));
      const isInHistory = thread === undefined || reply_broadcast === true;
      if (thread !== undefined && !historyOf(place).some((one) => one.ts === thread))
        throw platformError('thread_not_found');
      historyOf(place).unshift({ ts, thread, isInHistory, text: String(text), metadata });
      world.record({
        what: 'posted',
        channel: place,
        ts,
        id: idOf({ metadata }),
        text: String(text),
        shown: shownIn(blocks),
      });
      return { channel: place, ts };
    },
    'chat.update'({ channel, ts, text, blocks }) {
      const place = conversationOf(String(channel));
      const found = historyOf(place).find((one) => one.ts === ts);
      if (!found) throw platformError('message_not_found');
      found.text = String(text);
      world.record({
        what: 'updated',
        channel: place,
        ts: String(ts),
        text: found.text,
        shown: shownIn(blocks),
      });
      return { channel: place, ts };
    },
    'files.getUploadURLExternal'({ filename }) {
      const id = `F${files.size}`;
      files.set(id, { name: String(filename), content: '' });
      return { upload_url: id, file_id: id };
    },
    'files.completeUploadExternal'({ files: shared, channel_id: channel, initial_comment: comment }) {
      const [{ id = '' } = {}] = shared as { id: string }[];
      const { name, content } = files.get(id) ?? { name: '', content: '' };
      const [ts, text] = [newTs(), String(comment)];
      const own = { ts, thread: undefined, isInHistory: true, text, files: [{ name }] };
      historyOf(String(channel)).unshift(own);
      world.record({ what: 'posted', channel: String(channel), ts, id: name, text, shown: content });
      return {};
    },
    'conversations.history': ({ channel }) => ({
      messages: historyOf(String(channel))
        .filter(({ isInHistory }) => isInHistory)
        .slice(0, 200),
    }),
    'conversations.replies': ({ channel, ts }) => ({
      messages: historyOf(String(channel)).filter((one) => one.ts === ts || one.thread === ts),
    }),
    'conversations.open': ({ users }) => ({ channel: { id: conversationOf(String(users)) } }),
    'conversations.info': ({ channel }) => ({
      channel: {
        id: channel,
        name: 'x',
        is_private: channel === channels.hr,
        is_member: true,
        num_members: 5,
      },
    }),
    'users.info'({ user }) {
      const person = company.find((one) => one.user === user);
      if (!person) throw platformError('user_not_found');
      return { user: asUser(person) };
    },
    'users.lookupByEmail'({ email }) {
      const person = company.find((one) => one.email === email);
      if (!person) throw platformError('users_not_found');
      return { user: asUser(person) };
    },
    'views.update'({ view_id, view }) {
      world.record({ what: 'updated', channel: String(view_id), ts: '', text: '', shown: shownIn(view) });
      return {};
    },
  };

  return {
    clientOf: (process: Process): WebClient => new Client(process, methods, world.record),
    /** What an address for uploads does. */
    uploadOf:
      (process: Process) =>
      (address: string, bytes: Uint8Array): Promise<void> =>
        process.ask(() => {
          const file = files.get(address);
          if (file) file.content = Buffer.from(bytes).toString();
        }, asking),
    deleteNewest(channel: string): void {
      const gone = historyOf(channel).shift();
      if (gone) world.record({ what: 'deleted', channel, ts: gone.ts });
    },
  };
}

function idOf({ metadata }: Args): string {
  return (metadata as { event_payload: { id: string } }).event_payload.id;
}

function conversationOf(target: string): string {
  return target.replace(/^U0/, 'D0');
}

function asUser({ user, first, last, email }: (typeof company)[number]): object {
  return { id: user, team_id: team, name: first, real_name: `${first} ${last}`, profile: { email } };
}

function shownIn(shown: unknown): string {
  if (typeof shown !== 'object' || shown === null) return '';
  return Object.entries(shown)
    .map(([name, value]) => (name === 'text' && typeof value === 'string' ? value : shownIn(value)))
    .filter((text) => text !== '')
    .join('\n');
}

/** The Web API's own client, with its requests redirected to the model. */
class Client extends WebClient {
  readonly #process: Process;
  readonly #methods: Record<string, Method>;
  readonly #record: World['record'];

  constructor(process: Process, methods: Record<string, Method>, record: World['record']) {
    super('xoxb-model');
    this.#process = process;
    this.#methods = methods;
    this.#record = record;
  }

  override async apiCall(method: string, args: Args = {}): Promise<WebAPICallResult> {
    const work = this.#methods[method];
    if (!work) throw new Error(`The model of Slack has no ${method}.`);
    if (method === 'chat.update') this.#record({ what: 'sending', message: String(args.ts) });
    if (method === 'chat.postMessage') this.#record({ what: 'sending', message: idOf(args) });
    return this.#process.ask(() => ({ ok: true, ...work(args) }), asking);
  }
}

function platformError(error: string): Error {
  return new WebAPIPlatformError({ ok: false, error });
}

function failure(fate: Exclude<Fate, 'well'>): Error {
  if (fate === 'busy') return new WebAPIRateLimitedError(2);
  if (fate === 'brokenBefore' || fate === 'brokenAfter') return new WebAPIHTTPError(502, 'Bad Gateway', {});
  const code = fate === 'neverSent' ? 'ECONNREFUSED' : 'ECONNRESET';
  return new WebAPIRequestError(Object.assign(new Error(code), { code }));
}

const asking: Asking = { failure, lateBy: ({ below }) => below(4_000) };
