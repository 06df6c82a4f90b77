import type { Task } from '../../../../contract/additions/tasks.ts';
import type { Viewer } from '../../../feature.ts';
import { NotConnected } from '../../../onboarding/client/client.ts';
import { OnboardingFailure, Refused } from '../../../onboarding/client/errors.ts';
import { explain } from '../../../onboarding/explain.ts';
import { mayHandle } from '../access.ts';
import type { TaskDeps } from '../deps.ts';
import { rehearsal, type TaskRef } from '../ids.ts';
import { words } from '../words.ts';

/** A task that somebody may do something with, or why not, in mrkdwn. */
type Found = { task: Task } | { said: string; version: number | 'gone' };

/**
 * The task behind a button, as it is now, for somebody who may say what becomes of it.
 * @throws NotConnected, OnboardingFailure; what Slack's client or the database throws
 */
export async function lookUp({ service, task: id }: TaskRef, viewer: Viewer, deps: TaskDeps): Promise<Found> {
  const { said } = words[viewer.language];
  if (service === rehearsal) return { said: said.rehearsal, version: 'gone' };
  if (service !== deps.service.name()) return { said: said.otherService, version: 'gone' };
  // Until the employees were read it is not known who anybody is.
  if (!deps.directory.current()) return { said: said.slow, version: 'gone' };
  const task = await deps.service.find(id);
  if (!task) return { said: said.gone, version: 'gone' };
  return (await mayHandle(task, viewer, deps)) ? { task } : { said: said.notYours, version: task.version };
}

/** What came of it where the service failed: it says no more than is known. @throws what is none of its failures */
export function failed(error: unknown, { language }: Viewer): string {
  const { notRecorded, unsure, changed } = words[language].said;
  if (isChangedMeanwhile(error)) return changed;
  if (error instanceof OnboardingFailure && error.outcomeUnknown) return unsure(explain(error, language));
  if (error instanceof OnboardingFailure || error instanceof NotConnected)
    return notRecorded(explain(error, language));
  throw error;
}

/** Somebody else was faster. */
export function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof Refused && error.reason === 'invalid' && 'version' in error.problem;
}
