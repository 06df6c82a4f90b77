import type { TaskDeps } from '../deps.ts';
import type { defineTaskMessages } from '../message/due.ts';

/** What a press uses. */
export interface PressDeps extends TaskDeps {
  messages: ReturnType<typeof defineTaskMessages>;
}
