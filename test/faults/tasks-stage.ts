import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { instantOf } from '../../src/time/dates.ts';
import { kit, type TaskService } from '../journeys/task-office.ts';

const zone = 'Europe/London';

export const moment = (day: string, time: string): Date => instantOf(day, time, zone);

/** Adds one starter for each of these days, with Marcus as manager and Sofia as buddy. */
export async function addStarters(service: TaskService, days: readonly string[]): Promise<void> {
  const sequences = (await service.ask('/api/frontdesk/sequences/')) as { id: number; name: string }[];
  const own = sequences.filter(({ name }) => name === kit).map(({ id }) => id);
  for (const [number, start_day] of days.entries()) {
    const last_name = `${String.fromCharCode(65 + number)}oe`;
    await service.ask('/api/users/', {
      ...{ first_name: 'Jane', last_name, email: `jane.${number}@acme.example`, role: 0, timezone: zone },
      ...{ manager: 3, buddy: 9, start_day, sequences: own },
    });
  }
}

export function postedIds(sandbox: Sandbox): string[] {
  return sandbox.calls('chat.postMessage').flatMap(({ args, answer }) => {
    const { event_payload } = args.metadata as { event_payload: { id: string } };
    return answer?.ok ? [event_payload.id] : [];
  });
}
