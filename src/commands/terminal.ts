/** `main.ts` passes the real one, so no command touches `process` and each can be tested. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  /** Content of a text file, or of standard input for `-`. Throws what the file system throws. */
  readFile(path: string): string;
  /** Whether a person reads the output. */
  isTerminal: boolean;
  print(line: string): void;
  printInTurn(line: string): Promise<void>;
  complain(line: string): void;
  readSecret(prompt: string): Promise<string>;
  untilStopped(): Promise<void>;
  /** Resolves on a second stop request, or when a person at the terminal is waiting (Ctrl-C). */
  untilImpatient?(): Promise<void>;
  /**
   * Goes on after a rejection; after an exception the process's state is unknown, and the listener has to end
   * it. Without a listener both end it at once.
   */
  onUncaught(then: (error: unknown, kind: 'rejection' | 'exception') => void): void;
}

/** Exit code for a mistyped command, by shell convention. */
export const mistyped = 2;

/** A failure for a reason that a person can fix; the message is shown without a stack. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
