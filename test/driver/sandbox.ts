import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/sandbox.ts';
import { Person } from './person.ts';

export interface DrivenSandbox extends Sandbox {
  person(id: string): Person;
}

/**
 * Slack's time limit in tests about other things, in milliseconds: a busy machine can take longer than three seconds.
 */
export const patientSlack = 10_000;

export async function startDrivenSandbox(options: SandboxOptions): Promise<DrivenSandbox> {
  const sandbox = await startSandbox(options);
  return { ...sandbox, person: (id) => new Person(id, sandbox.client(id)) };
}
