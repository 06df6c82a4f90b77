import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/sandbox.ts';
import { Person } from './person.ts';

/** A sandbox whose people act by the words on their screen. */
export interface DrivenSandbox extends Sandbox {
  /** Throws when there is nobody with this id. */
  person(id: string): Person;
}

/** Starts a sandbox, see `startSandbox`. */
export async function startDrivenSandbox(options: SandboxOptions): Promise<DrivenSandbox> {
  const sandbox = await startSandbox(options);
  return { ...sandbox, person: (id) => new Person(id, sandbox.client(id)) };
}
