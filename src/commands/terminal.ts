/**
 * A CLI command's access to the outside world. `main.ts` passes the real one, so no command touches `process` and
 * each can be tested.
 */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  /** Node's version, such as 24.21.0. */
  nodeVersion: string;
  /** Prints one line to standard output: the command's answer. */
  print(line: string): void;
  /** Prints one of many lines. Resolves when the output can take another one. */
  printInTurn(line: string): Promise<void>;
  /** Prints one line to standard error: progress or a problem. */
  complain(line: string): void;
  /** Reads a secret without echo from a terminal, or else all of standard input. */
  readSecret(prompt: string): Promise<string>;
  /** Resolves when the process is asked to stop (SIGTERM, Ctrl-C). */
  untilStopped(): Promise<void>;
  /** Resolves on a second stop request, or when a person at the terminal is waiting (Ctrl-C). */
  untilImpatient?(): Promise<void>;
  /**
   * Passes on uncaught errors. After a rejection the process goes on; after an exception its state is unknown, and
   * the listener has to end the process (see `uncaughtException` in Node's documentation). Without a listener both
   * end it at once.
   */
  onUncaught(then: (error: unknown, kind: 'rejection' | 'exception') => void): void;
}

/** Whether the text is an http(s) address that a path can be appended to. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#][^\s?#]*$/.test(text) && URL.canParse(text);
}

/** A failure for a reason that a person can fix; the message is shown without a stack. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
