import { Readable } from 'node:stream';
import { Dispatcher } from 'undici';
import { createEncryption } from '../../src/bot/storage/encryption.ts';
import { createWebhookEndpoints } from '../../src/bot/storage/webhook-endpoints.ts';
import { chosenTypes, eventGroups } from '../../src/bot/webhooks/event.ts';
import type { Asking, Fate, Process, World } from './world.ts';

/** Other systems: one gets everything, one hires only, and no names. */
const systems = [
  { url: 'https://payroll.example/hooks', types: chosenTypes, withNames: true },
  { url: 'https://badges.example/hooks', types: eventGroups.hires, withNames: false },
] as const;

const illnesses = {
  away: ['neverSent', 'lostBefore', 'brokenBefore', 'busy'],
  /** It takes events, and its answers are lost or late. */
  forgetful: ['lostAfter', 'brokenAfter', 'late', 'well'],
  slow: ['well'],
} as const satisfies Record<string, readonly Fate[]>;
export type Illness = keyof typeof illnesses;

interface Ill {
  how: Illness;
  until: number;
}

export type Receivers = ReturnType<typeof createReceivers>;

/** Model of the other systems. Whatever arrives there is recorded. */
export function createReceivers(world: World) {
  const ill = new Map<string, Ill>();

  function illnessOf(host: string): Ill | undefined {
    const now = ill.get(host);
    return now && now.until > world.now() ? now : undefined;
  }

  function asking(host: string): Asking {
    const now = illnessOf(host);
    const fate = now && world.random.oneOf<Fate>(illnesses[now.how]);
    return { ...(fate && { fate }), failure, lateBy: ({ below }) => below(20_000) };
  }

  return {
    dispatcherOf: (process: Process): Dispatcher =>
      new Way(async (host, body) => {
        const how = asking(host);
        const isSlow = illnessOf(host)?.how === 'slow';
        const take = () => {
          world.record({ what: 'arrived', host, body });
          return 204;
        };
        const status = await process.ask(take, how).catch(asStatus);
        // Longer than a lease lasts.
        if (isSlow) await new Promise<void>((done) => process.clock.after(world.random.below(14_000), done));
        return status;
      }),
    fallIll(which: number, how: Illness, ms: number): void {
      const host = hostOf(systems[which % systems.length]?.url ?? '');
      ill.set(host, { how, until: world.now() + ms });
      world.record({ what: 'world', text: `${host} is ${how} for ${Math.round(ms / 60_000)} minutes` });
    },
    recoverAll(): void {
      ill.clear();
    },
  };
}

const hostOf = (url: string) => new URL(url).host;

export function endpointsOf({ database, clock }: Pick<Process, 'database' | 'clock'>) {
  const encryption = createEncryption(() => ['s'.repeat(32)]);
  return createWebhookEndpoints({ database, encryption, now: clock.now });
}

export async function addEndpoints(process: Process): Promise<void> {
  for (const choice of systems) await endpointsOf(process).add(choice, 'U0INES');
}

/** Replaces undici's client, as far as events use it. */
class Way extends Dispatcher {
  readonly #ask: (host: string, body: string) => Promise<number>;

  constructor(ask: (host: string, body: string) => Promise<number>) {
    super();
    this.#ask = ask;
  }

  override async request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData<never>> {
    const statusCode = await this.#ask(hostOf(String(options.origin)), String(options.body));
    return { statusCode, headers: {}, body: Readable.from([]) } as unknown as Dispatcher.ResponseData<never>;
  }
}

function failure(fate: Exclude<Fate, 'well'>): Error {
  const code = fate === 'neverSent' ? 'ECONNREFUSED' : 'ECONNRESET';
  const status = fate === 'busy' ? 503 : fate.startsWith('broken') ? 502 : undefined;
  return Object.assign(new Error(code), { code, status });
}

function asStatus(error: unknown): number {
  if (error instanceof Error && 'status' in error && typeof error.status === 'number') return error.status;
  throw error;
}
