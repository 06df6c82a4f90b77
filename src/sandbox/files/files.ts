import type { Clock } from '../clock.ts';
import { type Ids, secret } from '../ids.ts';

export interface StoredFile {
  id: string;
  name: string;
  title: string;
  content: Buffer;
  channels: string[];
}

/** An announced upload; `content` is undefined until the bytes arrive. */
interface Upload {
  id: string;
  name: string;
  /** Bytes. */
  length: number;
  until: number;
  content: Buffer | undefined;
}

/** Lifetime of an unfinished upload in milliseconds. Slack documents no exact value. */
const lifetime = 60 * 60 * 1000;

/** Files that apps upload in three steps: docs.slack.dev/messaging/working-with-files#upload. */
export class Files {
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #uploads = new Map<string, Upload>();
  readonly #stored = new Map<string, StoredFile>();

  constructor(clock: Clock, ids: Ids) {
    this.#clock = clock;
    this.#ids = ids;
  }

  /** @returns the file's id, and the ticket of the URL its bytes are posted to */
  announce(name: string, length: number): { id: string; ticket: string } {
    this.#forget();
    const [id, ticket] = [this.#ids.next('F'), secret()];
    const until = this.#clock.now() + lifetime;
    this.#uploads.set(ticket, { id, name, length, until, content: undefined });
    return { id, ticket };
  }

  /** @returns the problem; undefined if the bytes were accepted */
  receive(ticket: string, content: Buffer): 'not found' | 'wrong length' | undefined {
    this.#forget();
    const upload = this.#uploads.get(ticket);
    if (!upload || upload.content) return 'not found';
    if (upload.length !== content.length) return 'wrong length';
    upload.content = content;
    return undefined;
  }

  isUploaded(id: string): boolean {
    return this.#uploadOf(id)?.[1].content !== undefined;
  }

  /**
   * Stores an uploaded file.
   * @throws an `Error` if its bytes haven't arrived
   */
  finish(id: string, title: string | undefined, channels: string[]): StoredFile {
    const [ticket, upload] = this.#uploadOf(id) ?? [];
    if (!ticket || !upload?.content) throw new Error(`the file ${id} was not uploaded`);
    this.#uploads.delete(ticket);
    const { name, content } = upload;
    const file = { id, name, title: title ?? name, content, channels };
    this.#stored.set(id, file);
    return file;
  }

  get(id: string): StoredFile | undefined {
    return this.#stored.get(id);
  }

  all(): StoredFile[] {
    return [...this.#stored.values()];
  }

  #uploadOf(id: string): [string, Upload] | undefined {
    this.#forget();
    return [...this.#uploads].find(([, upload]) => upload.id === id);
  }

  #forget(): void {
    for (const [ticket, { until }] of this.#uploads)
      if (this.#clock.now() > until) this.#uploads.delete(ticket);
  }
}
