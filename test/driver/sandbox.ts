import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/sandbox.ts';
import { Person } from './person.ts';

/** Sandbox whose people act by the words on their screen. */
export interface DrivenSandbox extends Sandbox {
  /** Throws when there is no person with this id. */
  person(id: string): Person;
}

/**
 * Slack's time limit in tests about other things, in milliseconds: a busy machine can take longer than three seconds.
 */
export const patientSlack = 10_000;

/** Starts a sandbox, see `startSandbox`. */
export async function startDrivenSandbox(options: SandboxOptions): Promise<DrivenSandbox> {
  const sandbox = await startSandbox(options);
  return { ...sandbox, person: (id) => new Person(id, sandbox.client(id)) };
}
