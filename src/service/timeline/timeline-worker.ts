import { setImmediate } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import { type Repeating, repeat } from '../../time/repeat.ts';
import { earlierTemplates } from '../sequences/earlier-templates.ts';
import { readTemplates } from '../sequences/sequence-templates.ts';
import type { Db, OffboardingRow, Queries, Storage } from '../storage/tables.ts';
import { type AssignSequences, dropOpenTasks, type Plan, sequenceAssigner } from './timeline-tasks.ts';

/** How often offboardings are looked for that another process stored and did not live to fill, in milliseconds. */
const lookEvery = 2_000;

/** How many are filled in one transaction: enough to share the cost of a commit, few enough to be quick. */
const batchSize = 16;

/**
 * Fills offboarding timelines in the background. Each is filled in one transaction together with the note that
 * it is filled, so a crash leaves it either whole or still to do; several processes never fill one at once.
 * Stopped, it ends after the timeline in hand; what is left stays noted for the next start.
 */
export function startTimelineWorker({ db, kind }: Storage, clock: Clock, log: Log): Repeating {
  const assign = sequenceAssigner(kind);

  /** One that cannot be filled does not hold up the others; it is tried again at the next look. */
  async function fillAll(stopping: AbortSignal): Promise<void> {
    const failed = new Set<number>();
    while (!stopping.aborted) {
      const next = await longestWaiting(db, failed);
      if (next.length === 0 || stopping.aborted) return;
      // Whoever waits for an answer comes first, however much is left to fill.
      await setImmediate();
      await fillThese(next, failed);
    }
  }

  /** A batch that failed is done again one by one, so that one fails only by itself. */
  async function fillThese(people: readonly number[], failed: Set<number>): Promise<void> {
    try {
      await fillBatch(db, people, assign, clock.now());
    } catch (error) {
      if (people.length > 1) {
        for (const one of people) await fillThese([one], failed);
        return;
      }
      for (const one of people) failed.add(one);
      // Without the person: who leaves is confidential, in the log too.
      log.error({ err: error }, 'An offboarding timeline could not be filled, trying again');
    }
  }

  return repeat({
    clock,
    every: lookEvery,
    turn: fillAll,
    onError: (error) => log.error({ err: error }, 'Offboardings could not be looked for'),
  });
}

/** Whose timelines have waited longest, apart from those that failed. */
async function longestWaiting(queries: Queries, failed: ReadonlySet<number>): Promise<number[]> {
  const found = await queries
    .selectFrom('offboardings')
    .select('person_id')
    .where('filled_at', 'is', null)
    .$if(failed.size > 0, (query) => query.where('person_id', 'not in', [...failed]))
    .orderBy('requested_at')
    .limit(batchSize)
    .execute();
  return found.map(({ person_id }) => person_id);
}

/** In one transaction: each is either filled or still to do. */
async function fillBatch(
  db: Db,
  people: readonly number[],
  assign: AssignSequences,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const taken = await take(transaction, people, now);
    if (taken.length === 0) return;
    for (const [sequences, those] of Map.groupBy(taken, (offboarding) => offboarding.sequences))
      await dropReplaced(transaction, idsOf(those), JSON.parse(sequences), now);
    await assign(transaction, await plansOf(transaction, taken), now);
  });
}

/** Marks them as filled, which locks them until the transaction ends. @returns those that no other process took first */
function take(queries: Queries, people: readonly number[], now: Date): Promise<OffboardingRow[]> {
  return queries
    .updateTable('offboardings')
    .set({ filled_at: now.toISOString() })
    .where('person_id', 'in', people)
    .where('filled_at', 'is', null)
    .returningAll()
    .execute();
}

function idsOf(offboardings: readonly OffboardingRow[]): number[] {
  return offboardings.map(({ person_id }) => person_id);
}

/** As in released deployments: what was planned goes, what somebody has been told to do stays theirs. */
function dropReplaced(queries: Queries, people: readonly number[], sequences: number[], now: Date) {
  return dropOpenTasks(queries, people, 'offboarding', { sequences, dueBy: now });
}

async function plansOf(queries: Queries, offboardings: readonly OffboardingRow[]): Promise<Plan[]> {
  const sequencesOf = ({ sequences }: OffboardingRow): number[] => JSON.parse(sequences);
  const wanted = [...new Set(offboardings.flatMap(sequencesOf))];
  const templates = wanted.length === 0 ? [] : await readTemplates(queries, wanted);
  const templateFor = await earlierTemplates(queries, idsOf(offboardings), templates);
  const byId = new Map(templates.map((template) => [template.id, template]));
  const zones = await queries
    .selectFrom('people')
    .select(['id', 'timezone'])
    .where('id', 'in', idsOf(offboardings))
    .execute();
  const zoneOf = new Map(zones.map(({ id, timezone }) => [id, timezone]));
  return offboardings.flatMap((offboarding) => {
    const { person_id: personId, termination_date: anchor } = offboarding;
    const timezone = zoneOf.get(personId);
    // Nobody is left to whom anything could be handed out.
    if (timezone === undefined) return [];
    const templates = sequencesOf(offboarding).flatMap(
      (id) => templateFor(personId, id) ?? byId.get(id) ?? [],
    );
    return [{ personId, timezone, anchor, templates }];
  });
}
