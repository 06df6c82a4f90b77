/**
 * What a command of the CLI may know of the outside world. `main.ts` hands in the real one,
 * so no command touches `process` and each can be tested.
 */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  /** Of Node, such as 24.21.0. */
  nodeVersion: string;
  /** One line to standard output: the command's answer. */
  print(line: string): void;
  /** The same, one of many: resolves when whoever reads them can take another one. */
  printInTurn(line: string): Promise<void>;
  /** One line to standard error: what is going on or what went wrong. */
  complain(line: string): void;
  /** Reads a secret without echo from a terminal, or all of standard input when that is not a terminal. */
  readSecret(prompt: string): Promise<string>;
  /** Resolves when the process is asked to stop (SIGTERM, Ctrl-C). */
  untilStopped(): Promise<void>;
  /** Resolves when it is asked a second time, or by somebody who sits there and waits (Ctrl-C). */
  untilImpatient?(): Promise<void>;
  /**
   * Hands over what nobody caught. After a rejection the process goes on; after an exception its state is not known any
   * more, and whoever gets it has to end the process (Node's documentation says so of `uncaughtException`).
   * Without a listener both end it at once.
   */
  onUncaught(then: (error: unknown, kind: 'rejection' | 'exception') => void): void;
}

/** Whether it can be asked over HTTP, and more can be put behind it. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#][^\s?#]*$/.test(text) && URL.canParse(text);
}

/** A command could not do its job for a reason the person can mend; the message is shown as it is, no stack. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
