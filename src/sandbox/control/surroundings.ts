import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** Controls around the app for the page, offered by a program that starts the sandbox, such as the demo. */
export interface Surroundings {
  state(): SurroundingsState;
  /** Moves all clocks forward, so that everything due meanwhile happens in order. @returns when they're there */
  moveTo(instant: Date): Promise<void>;
  /** Takes the onboarding service away, or brings it back. */
  setAway(isAway: boolean): Promise<void>;
  /** Has the HR system send a future hire, or another start day of the last one. */
  sendStarter(what: 'hire' | 'move'): Promise<void>;
  /** Makes the other system fail that gets the app's events, or work again. */
  setFailing(isFailing: boolean): void;
}

/** A future hire that the HR system sent to the app. */
export interface SentStarter {
  id: string;
  first: string;
  last: string;
  title: string;
  manager: string;
  /** YYYY-MM-DD. */
  startsOn: string;
  /** HTTP status of the app's answer. */
  status: number;
}

/** An event that the app sent to the other system. */
export interface ReceivedEvent {
  id: string;
  type: string;
  /** Time of the latest attempt, as ISO 8601. */
  at: string;
  person: string | undefined;
  data: object;
  /** Status that the latest attempt was answered with. */
  answer: number;
  attempts: number;
}

export interface SurroundingsState {
  /** Current time of the clocks, as ISO 8601. */
  now: string;
  isMoving: boolean;
  /** Whether the onboarding service is away; null if it can't be taken away. */
  isAway: boolean | null;
  /** The HR system, with the last hire that it sent; null if there is none. */
  hris: { last: SentStarter | null } | null;
  /** The other system, with its latest events first; null if there is none. */
  receiver: { isFailing: boolean; events: ReceivedEvent[] } | null;
}

/** Farthest move, in days: a week takes about ten seconds. */
const farthest = 100;
const day = 86_400_000;

const Change = z.union([
  z.strictObject({ moveTo: z.iso.datetime({ offset: true }).pipe(z.coerce.date()) }),
  z.strictObject({ isAway: z.boolean() }),
  z.strictObject({ isFailing: z.boolean() }),
  z.strictObject({ starter: z.enum(['hire', 'move']) }),
]);
export type SurroundingsChange = z.input<typeof Change>;

export function surroundingsRoutes(server: FastifyInstance, surroundings: Surroundings): void {
  server.get('/sandbox/surroundings', () => surroundings.state());
  server.post('/sandbox/surroundings', async (request, reply) => {
    const change = Change.parse(request.body);
    if ('isAway' in change) await surroundings.setAway(change.isAway);
    else if ('isFailing' in change) surroundings.setFailing(change.isFailing);
    else if ('starter' in change) await surroundings.sendStarter(change.starter);
    else {
      const problem = whyNot(change.moveTo, surroundings.state());
      if (problem !== undefined) return reply.status(400).send({ error: problem });
      void surroundings.moveTo(change.moveTo);
    }
    return surroundings.state();
  });
}

function whyNot(instant: Date, { now, isMoving }: SurroundingsState): string | undefined {
  const ahead = instant.getTime() - Date.parse(now);
  if (isMoving) return 'The clock is moving already.';
  if (ahead <= 0) return 'The clock only moves forward. To go back, start the demo again with --fresh.';
  return ahead > farthest * day ? `Choose a day within the next ${farthest} days.` : undefined;
}
