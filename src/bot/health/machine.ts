import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { nearestExisting } from '../../database/private-file.ts';
import type { ConnectionStore } from '../storage/connection.ts';
import { type Check, type Found, failure, ok, unchecked, warning } from './check.ts';
import { say } from './messages.ts';

/**
 * Tolerated clock error, in milliseconds: Slack's signatures are valid for five minutes, and reminders are exact to
 * the minute.
 */
const tolerated = { little: 60_000, much: 5 * 60_000 };

export type ClockReadings = ReturnType<typeof createClockReadings>;

export function createClockReadings() {
  const offsets: { slack?: number; service?: number } = {};
  return {
    offsets,
    /**
     * Records an answer.
     * @param header its `Date`, truncated to seconds (RFC 9110, section 5.6.7)
     * @param asked time of the request by this machine's clock, `answered` of the answer
     */
    heard(whose: keyof typeof offsets, header: string | null | undefined, asked: Date, answered: Date): void {
      const theirs = Date.parse(header ?? '');
      if (Number.isNaN(theirs)) return;
      offsets[whose] = (asked.getTime() + answered.getTime()) / 2 - (theirs + 500);
    },
  };
}

export function clockCheck(readings: ClockReadings, asked: () => Promise<unknown>): Check {
  return {
    name: 'clock',
    title: () => say().clock.title,
    async look() {
      await asked();
      const { slack, service } = readings.offsets;
      const offset = slack ?? service;
      if (offset === undefined) return unchecked(() => say().clock.unknown);
      const whose = slack === undefined ? 'service' : 'slack';
      const far = Math.abs(offset);
      if (far < tolerated.little) return ok(() => say().clock.fine(whose));
      const wrong = far < tolerated.much || whose === 'service' ? warning : failure;
      const minutes = Math.max(1, Math.round(far / 60_000));
      return wrong(() => say().clock.wrong(minutes, offset > 0, whose));
    },
  };
}

/** Required free space, in bytes: for new data, and for a copy of a large database. */
const needed = { little: 100 * 1024 ** 2, much: 500 * 1024 ** 2 };

export function diskCheck(path: string): Check {
  return {
    name: 'disk',
    title: () => say().disk.title,
    variables: ['DATABASE_URL'],
    async look() {
      const disk = await statfs(nearestExisting(resolve(path))).catch(() => undefined);
      if (!disk) return unchecked(() => say().disk.unknown);
      const free = disk.bavail * disk.bsize;
      const megabytes = Math.floor(free / 1024 ** 2);
      const found = free < needed.little ? failure : free < needed.much ? warning : ok;
      return found(() => (free < needed.much ? say().disk.low(megabytes) : say().disk.fine(megabytes)));
    },
  };
}

interface KeyOptions {
  connection: Pick<ConnectionStore, 'describe' | 'canBeRead' | 'rules'> | undefined;
  unreadable: Found;
  needs?: readonly string[];
}

/** Checks whether the stored token can be decrypted. */
export function keyCheck({ connection, unreadable, needs = [] }: KeyOptions): Check {
  return {
    name: 'key',
    title: () => say().key.title,
    needs,
    variables: ['DATABASE_URL', 'FRONTDESK_SECRET'],
    async look() {
      const stored = await connection?.describe();
      if (!stored || !connection) return ok(() => say().key.nothing);
      if (await connection.canBeRead()) return ok(() => say().key.fine);
      return connection.rules.tokenIsFixed ? warning(() => say().key.unused) : unreadable;
    },
  };
}
