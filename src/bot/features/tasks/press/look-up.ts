import type { Task } from '../../../../contract/additions/tasks.ts';
import type { Viewer } from '../../../feature.ts';
import { NotConnected } from '../../../onboarding/client/client.ts';
import { OnboardingFailure, Refused } from '../../../onboarding/client/errors.ts';
import { explain } from '../../../onboarding/explain.ts';
import { mayHandle } from '../access.ts';
import { say } from '../messages.ts';
import type { TaskServices } from '../services.ts';
import { rehearsal, type TaskRef } from '../task.ts';

/** A task the viewer may change, or a refusal in mrkdwn. */
type Found = { task: Task } | { said: string; version: number | 'gone' };

/**
 * The current state of a button's task, if the viewer may change it.
 * @throws NotConnected, OnboardingFailure; errors from Slack's client or the database
 */
export async function lookUp(
  { service, task: id }: TaskRef,
  viewer: Viewer,
  deps: TaskServices,
): Promise<Found> {
  const { said } = say();
  if (service === rehearsal) return { said: said.rehearsal, version: 'gone' };
  if (service !== deps.service.name()) return { said: said.otherService, version: 'gone' };
  // People can't be matched before employees are loaded.
  if (!deps.directory.current()) return { said: said.slow, version: 'gone' };
  const task = await deps.service.find(id);
  if (!task) return { said: said.gone, version: 'gone' };
  return (await mayHandle(task, viewer, deps)) ? { task } : { said: said.notYours, version: task.version };
}

/** Explains a failure of the service, and whether anything was recorded. @throws all other errors */
export function failed(error: unknown): string {
  const { notRecorded, unsure, changed } = say().said;
  if (isChangedMeanwhile(error)) return changed;
  if (error instanceof OnboardingFailure && error.outcomeUnknown) return unsure(explain(error));
  if (error instanceof OnboardingFailure || error instanceof NotConnected) return notRecorded(explain(error));
  throw error;
}

/** Whether the service rejected an outdated version. */
export function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof Refused && error.reason === 'invalid' && 'version' in error.problem;
}
