import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bytesOf } from '../../bytes.ts';
import { parsedJson } from '../../json.ts';
import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import type { Route } from '../slack/http-server.ts';
import type { StarterSource, StarterSources } from '../storage/starter-sources.ts';
import { isSigned } from '../webhooks/signature.ts';
import { keyedRecords } from './json-paths.ts';
import { refusals } from './operator-messages.ts';

/** Limits of a request: bytes of its body, milliseconds until it has arrived, and requests at once. */
const most = { bytes: 256 * 1024, milliseconds: 10_000, atOnce: 8 };

/** Time to take in the rest of a refused body, in milliseconds, so that the sender reads the answer. */
const lingering = 1_000;

interface Options {
  starterSources: Pick<StarterSources, 'find' | 'receive'>;
  /** Real time: senders' timestamps have it. */
  wallClock: Clock;
  log: Log;
}

class Refused extends Error {
  override name = 'Refused';
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

export const starterPath = '/hooks/starters';

/** Methods of a request that gets an answer from here. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Answers `POST /hooks/starters/<id>`: stores the body of an authenticated request. */
export function starterRoute({ starterSources, wallClock, log }: Options): Route {
  let running = 0;

  async function receive(request: IncomingMessage): Promise<string> {
    if (request.method !== 'POST') throw new Refused(405, refusals.method);
    if (Number(request.headers['content-length'] ?? 0) > most.bytes)
      throw new Refused(413, refusals.tooLarge);
    const id = /\/([\w-]{1,40})\/?$/.exec(request.url?.split('?')[0] ?? '')?.[1] ?? '';
    const source = await whileStored(starterSources.find(id));
    if (!source) throw new Refused(404, refusals.unknown);
    // The key is lost, and HR can save a new secret: the sender may try again until then.
    if (source.secret === undefined) throw new Refused(503, refusals.away);
    const body = await authenticBody(request, source.secret, wallClock);
    const mistake = mistakeInBody(body, source);
    if (mistake !== undefined) throw new Refused(400, mistake);
    await whileStored(starterSources.receive(source, body));
    return id;
  }

  /** A failure isn't the sender's. It sends the request again. */
  async function whileStored<Result>(work: Promise<Result>): Promise<Result> {
    return work.catch((err: unknown) => {
      log.error({ err }, 'a starter could not be stored');
      throw new Refused(503, refusals.away);
    });
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isBusy = running >= most.atOnce;
    running += 1;
    try {
      if (isBusy) throw new Refused(503, refusals.busy);
      const source = await receive(request);
      log.info({ source }, 'an event about starters is stored');
      response.writeHead(202, plain).end(`${refusals.stored}\n`);
    } catch (error) {
      if (error instanceof Refused) answer(response, error);
      else if (!request.destroyed) answer(response, new Refused(503, refusals.away));
      if (!request.complete) discard(request, wallClock);
    } finally {
      running -= 1;
    }
  }

  return { path: `${starterPath}/:id`, method: methods, handler: (...both) => void handle(...both) };
}

const plain = { 'content-type': 'text/plain; charset=utf-8' };

function answer(response: ServerResponse, { status, message }: Refused): void {
  const more = {
    ...(status === 405 && { allow: 'POST' }),
    ...(status === 503 && { 'retry-after': '30' }),
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
  };
  response.writeHead(status, { ...plain, ...more, connection: 'close' }).end(`${message}\n`);
}

/** Reads and forgets the rest for a moment, then cuts the connection. */
function discard(request: IncomingMessage, clock: Clock): void {
  request.on('error', () => {});
  request.resume();
  const cancel = clock.after(lingering, () => request.destroy());
  request.once('close', cancel);
}

/** The body, if the request is from somebody with the secret. A wrong token is refused before the body is read. */
async function authenticBody(request: IncomingMessage, secret: string, clock: Clock): Promise<string> {
  const { headers } = request;
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const isKnown = token === undefined ? headers['webhook-signature'] !== undefined : isEqual(token, secret);
  const body = isKnown ? await bodyOf(request, clock) : '';
  if (isKnown && (token !== undefined || isSigned(headers, body, [secret], clock.now()))) return body;
  throw new Refused(401, refusals.unauthorized);
}

async function bodyOf(request: IncomingMessage, clock: Clock): Promise<string> {
  const tooLate = Promise.withResolvers<never>();
  const cancel = clock.after(most.milliseconds, () => tooLate.reject(new Refused(408, refusals.tooSlow)));
  return Promise.race([read(request), tooLate.promise]).finally(cancel);
}

async function read(request: IncomingMessage): Promise<string> {
  const bytes = await bytesOf(request.iterator({ destroyOnReturn: false }), most.bytes);
  if (!bytes) throw new Refused(413, refusals.tooLarge);
  return bytes.toString('utf8');
}

/** Compares in constant time, also texts of different lengths. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** Sentence about a body that can't be stored. Before a source has a mapping, any JSON is stored. */
export function mistakeInBody(body: string, { mapping }: Pick<StarterSource, 'mapping'>): string | undefined {
  const read = parsedJson(body);
  if (typeof read !== 'object' || read === null) return refusals.noJson;
  const { key } = mapping;
  if (key === undefined || keyedRecords(read, key).length > 0) return undefined;
  return refusals.noKey(key);
}
