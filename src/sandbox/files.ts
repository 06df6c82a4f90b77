import type { Clock } from './clock.ts';
import { type Ids, secret } from './ids.ts';

interface StoredFile {
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
  length: number;
  until: number;
  content: Buffer | undefined;
}

/** Lifetime of an unfinished upload in milliseconds. Slack documents no exact value. */
const lifetime = 60 * 60 * 1000;

export type Files = ReturnType<typeof createFiles>;

export function createFiles(clock: Clock, ids: Ids) {
  const uploads = new Map<string, Upload>();
  const stored = new Map<string, StoredFile>();

  function forget(): void {
    for (const [ticket, { until }] of uploads) if (clock.now() > until) uploads.delete(ticket);
  }

  function uploadOf(id: string): [string, Upload] | undefined {
    forget();
    return [...uploads].find(([, upload]) => upload.id === id);
  }

  return {
    /** @returns the file's id, and the ticket of the URL its bytes are posted to */
    announce(name: string, length: number): { id: string; ticket: string } {
      forget();
      const [id, ticket] = [ids.next('F'), secret()];
      uploads.set(ticket, { id, name, length, until: clock.now() + lifetime, content: undefined });
      return { id, ticket };
    },
    /** @returns the problem; undefined if the bytes were accepted */
    receive(ticket: string, content: Buffer): 'not found' | 'wrong length' | undefined {
      forget();
      const upload = uploads.get(ticket);
      if (!upload || upload.content) return 'not found';
      if (upload.length !== content.length) return 'wrong length';
      upload.content = content;
      return undefined;
    },
    isUploaded: (id: string) => uploadOf(id)?.[1].content !== undefined,
    /** Throws an `Error` if the bytes haven't arrived. */
    finish(id: string, title: string | undefined, channels: string[]): StoredFile {
      const [ticket, upload] = uploadOf(id) ?? [];
      if (!ticket || !upload?.content) throw new Error(`the file ${id} was not uploaded`);
      uploads.delete(ticket);
      const { name, content } = upload;
      const file = { id, name, title: title ?? name, content, channels };
      stored.set(id, file);
      return file;
    },
    /** Stores a file that a person uploaded into a form: only they and the app see it. */
    take(name: string, content: Buffer): StoredFile {
      const file = { id: ids.next('F'), name, title: name, content, channels: [] };
      stored.set(file.id, file);
      return file;
    },
    put: (file: StoredFile) => void stored.set(file.id, file),
    get: (id: string) => stored.get(id),
    all: () => [...stored.values()],
  };
}
