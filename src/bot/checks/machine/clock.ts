import type { Check } from '../check.ts';
import { failure, ok, unchecked, warning } from '../check.ts';
import { words } from './words.ts';

/** How far it may be off, in milliseconds: Slack's signatures hold for five minutes, and reminders are told by the minute. */
const tolerated = { little: 60_000, much: 5 * 60_000 };

/** What `Date` headers say of this machine's clock. */
export type ClockReadings = ReturnType<typeof createClockReadings>;

/** Collects what the answers of servers say of this machine's clock. */
export function createClockReadings() {
  const offsets = new Map<'slack' | 'service', number>();
  return {
    /**
     * Notes an answer. @param header its `Date`, which leaves out the rest of a second (RFC 9110, section 5.6.7)
     * @param asked and `answered`: when, by this machine's clock
     */
    heard(whose: 'slack' | 'service', header: string | null | undefined, asked: Date, answered: Date): void {
      const theirs = Date.parse(header ?? '');
      if (Number.isNaN(theirs)) return;
      offsets.set(whose, (asked.getTime() + answered.getTime()) / 2 - (theirs + 500));
    },
    /** How many milliseconds this machine's clock is ahead of theirs. */
    offset: (whose: 'slack' | 'service') => offsets.get(whose),
  };
}

/**
 * Whether the clock is right, by what Slack says; where Slack says nothing, by what the onboarding service says.
 * @param asked resolves when both were asked
 */
export function clockCheck(readings: ClockReadings, asked: () => Promise<unknown>): Check {
  return {
    name: 'clock',
    title: (language) => words[language].clock.title,
    async look() {
      await asked();
      const [slack, service] = [readings.offset('slack'), readings.offset('service')];
      const offset = slack ?? service;
      if (offset === undefined) return unchecked((language) => words[language].clock.unknown);
      const whose = slack === undefined ? 'service' : 'slack';
      const far = Math.abs(offset);
      if (far < tolerated.little) return ok((language) => words[language].clock.fine(whose));
      const wrong = far < tolerated.much || whose === 'service' ? warning : failure;
      const minutes = Math.max(1, Math.round(far / 60_000));
      return wrong((language) => words[language].clock.wrong(minutes, offset > 0, whose));
    },
  };
}
