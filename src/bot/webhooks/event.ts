import type { WebhookEvent } from '../ledger/webhooks/webhooks.ts';
import type { EventType } from './event-schema.ts';

/** The types that an endpoint can choose, by group. */
export const eventGroups = {
  hires: ['hire.added', 'hire.start_moved', 'hire.start_cancelled', 'hire.manager_changed', 'hire.started'],
  departures: [
    'offboarding.started',
    'offboarding.last_day_moved',
    'offboarding.cancelled',
    'offboarding.last_day',
  ],
  tasks: ['task.done', 'task.overdue'],
} as const satisfies Record<string, readonly EventType[]>;

export type ChosenType = (typeof eventGroups)[keyof typeof eventGroups][number];
export const chosenTypes: readonly ChosenType[] = Object.values(eventGroups).flat();
/** Events of an endpoint for which none are named. Those of departures are confidential. */
export const usualTypes: readonly ChosenType[] = [...eventGroups.hires, ...eventGroups.tasks];

/** The body for an endpoint, which may be refused names and addresses. */
export function eventBody(event: Omit<WebhookEvent, 'requestId'>, withNames: boolean): string {
  const { id, type, at, data } = event;
  const hidden = (name: string) => !withNames && (name === 'name' || name === 'email');
  const shown: unknown = JSON.parse(data, (name, value: unknown) => (hidden(name) ? undefined : value));
  return JSON.stringify({ id, type, timestamp: at.toISOString(), data: shown });
}
