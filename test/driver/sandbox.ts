import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/sandbox.ts';
import { Person } from './person.ts';

/** A sandbox whose people act by the words on their screen. */
export interface DrivenSandbox extends Sandbox {
  /** Throws when there is nobody with this id. */
  person(id: string): Person;
}

/**
 * How long Slack waits in tests that are not about the three seconds, in milliseconds: a machine that runs many of them
 * at once, or shares its cores with others, can take longer for an answer.
 */
export const patientSlack = 10_000;

/** Starts a sandbox, see `startSandbox`. */
export async function startDrivenSandbox(options: SandboxOptions): Promise<DrivenSandbox> {
  const sandbox = await startSandbox(options);
  return { ...sandbox, person: (id) => new Person(id, sandbox.client(id)) };
}
