import type { Clock } from '../clock.ts';
import { type Ids, secret } from '../ids.ts';

/** A file that was uploaded. */
export interface StoredFile {
  id: string;
  name: string;
  title: string;
  content: Buffer;
  /** The ids of the conversations in which it was shared. */
  channels: string[];
}

/** A file that is on its way: the app said what will come, and maybe it came. */
interface Upload {
  id: string;
  name: string;
  /** Bytes. */
  length: number;
  until: number;
  content: Buffer | undefined;
}

/** How long an upload can be gone on with, in milliseconds: Slack says that it ends, and not when. */
const lifetime = 60 * 60 * 1000;

/** The files that apps upload in three steps: docs.slack.dev/messaging/working-with-files#upload. */
export class Files {
  readonly #clock: Clock;
  readonly #ids: Ids;
  /** By the secret in the address to which the bytes go. */
  readonly #uploads = new Map<string, Upload>();
  readonly #stored = new Map<string, StoredFile>();

  constructor(clock: Clock, ids: Ids) {
    this.#clock = clock;
    this.#ids = ids;
  }

  /** @returns the file's id, and the secret of the address to which its bytes are posted */
  announce(name: string, length: number): { id: string; ticket: string } {
    this.#forget();
    const [id, ticket] = [this.#ids.next('F'), secret()];
    const until = this.#clock.now() + lifetime;
    this.#uploads.set(ticket, { id, name, length, until, content: undefined });
    return { id, ticket };
  }

  /** @returns what is wrong; undefined when the bytes were taken */
  receive(ticket: string, content: Buffer): 'not found' | 'wrong length' | undefined {
    this.#forget();
    const upload = this.#uploads.get(ticket);
    if (!upload || upload.content) return 'not found';
    if (upload.length !== content.length) return 'wrong length';
    upload.content = content;
    return undefined;
  }

  /** Whether all its bytes are there, and it was not finished. */
  isUploaded(id: string): boolean {
    return this.#uploadOf(id)?.[1].content !== undefined;
  }

  /** The file is there from now on. Throws where its bytes are not. */
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
