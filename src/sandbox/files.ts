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
  ticket: string;
  name: string;
  length: number;
  until: number;
  content: Buffer | undefined;
}

/** Lifetime of an unfinished upload in milliseconds. Slack documents no exact value. */
const lifetime = 60 * 60 * 1000;

export type Files = ReturnType<typeof createFiles>;

export function createFiles(clock: Clock, ids: Ids) {
  let uploads: Upload[] = [];
  const stored = new Map<string, StoredFile>();

  function unfinished(): Upload[] {
    uploads = uploads.filter(({ until }) => clock.now() <= until);
    return uploads;
  }

  return {
    /** @returns the file's id, and the ticket of the URL its bytes are posted to */
    announce(name: string, length: number): Pick<Upload, 'id' | 'ticket'> {
      const until = clock.now() + lifetime;
      const upload = { id: ids.next('F'), ticket: secret(), name, length, until, content: undefined };
      uploads = [...unfinished(), upload];
      return upload;
    },
    /** @returns the problem; undefined if the bytes were accepted */
    receive(ticket: string, content: Buffer): 'not found' | 'wrong length' | undefined {
      const upload = unfinished().find((one) => one.ticket === ticket && !one.content);
      if (!upload) return 'not found';
      if (upload.length !== content.length) return 'wrong length';
      upload.content = content;
      return undefined;
    },
    isUploaded: (id: string) => unfinished().some((one) => one.id === id && one.content),
    /** Throws an `Error` if the bytes haven't arrived. */
    finish(id: string, title: string | undefined, channels: string[]): StoredFile {
      const { name, content } = unfinished().find((one) => one.id === id) ?? {};
      if (name === undefined || !content) throw new Error(`the file ${id} was not uploaded`);
      uploads = uploads.filter((one) => one.id !== id);
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
