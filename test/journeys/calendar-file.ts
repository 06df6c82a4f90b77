import type { Sandbox } from '../../src/sandbox/sandbox.ts';

export interface ReadFile {
  method: string;
  uid: string;
  sequence: number;
  /** `YYYYMMDD`; `end` is the day after. */
  start: string;
  end: string;
  title: string;
  status: string;
  isPrivate: boolean;
}

/** Strictly by RFC 5545. */
export function readCalendar(content: Buffer): ReadFile {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  if (!text.endsWith('\r\n')) throw new Error('The last line has no end.');
  const written = text.slice(0, -2).split('\r\n');
  for (const line of written) {
    if (Buffer.byteLength(line) > 75) throw new Error(`Too long a line: ${line}`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may stand there
    if (/[\0-\x08\n-\x1f\x7f\u2028\u2029]/.test(line))
      throw new Error(`What ends a line or may not stand in it: ${line}`);
  }
  const lines = written
    .join('\n')
    .replace(/\n[ \t]/g, '')
    .split('\n');
  const block = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'END:VEVENT', 'END:VCALENDAR'];
  const found = lines.filter((line) => /^(BEGIN|END):/.test(line));
  if (found.join() !== block.join() || lines[0] !== block[0] || lines.at(-1) !== block[3])
    throw new Error(`Not one entry: ${found.join()}`);
  const read = (name: string) => only(lines, name);
  return {
    method: read('METHOD'),
    uid: read('UID'),
    sequence: Number(read('SEQUENCE')),
    start: read('DTSTART;VALUE=DATE'),
    end: read('DTEND;VALUE=DATE'),
    title: read('SUMMARY').replace(/\\([\\;,nN])/g, (_all, one: string) => (/n/i.test(one) ? '\n' : one)),
    status: read('STATUS'),
    isPrivate: lines.includes('CLASS:PRIVATE'),
  };
}

function only(lines: readonly string[], name: string): string {
  const found = lines.filter((line) => line.startsWith(`${name}:`));
  const [line] = found;
  if (line === undefined || found.length > 1) throw new Error(`${found.length} lines with ${name}`);
  return line.slice(name.length + 1);
}

export function calendarFilesOf({ files, messages }: Pick<Sandbox, 'files' | 'messages'>, userId: string) {
  const shared = messages(`D${userId.slice(1)}`).flatMap((message) => message.files ?? []);
  return shared.map(({ id, name, title }) => {
    const content = files().find((one) => one.id === id)?.content;
    if (!content) throw new Error(`The file ${id} has no content.`);
    return { ...readCalendar(content), name, shownAs: title };
  });
}
