import type { TaskDeps } from '../deps.ts';
import type { defineTaskMessages } from '../message/due.ts';
import type { defineWaitingWindow } from '../message/waiting-window.ts';

export interface PressDeps extends TaskDeps {
  messages: ReturnType<typeof defineTaskMessages> & { window: ReturnType<typeof defineWaitingWindow> };
}
