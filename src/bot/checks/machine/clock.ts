import type { Check } from '../check.ts';
import { failure, ok, unchecked, warning } from '../check.ts';
import { say } from './messages.ts';

/**
 * Tolerated clock error, in milliseconds: Slack's signatures are valid for five minutes, and reminders are exact to
 * the minute.
 */
const tolerated = { little: 60_000, much: 5 * 60_000 };

export type ClockReadings = ReturnType<typeof createClockReadings>;

/** Collects this machine's clock error from the `Date` headers of answers. */
export function createClockReadings() {
  const offsets = new Map<'slack' | 'service', number>();
  return {
    /**
     * Records an answer.
     * @param header its `Date`, truncated to seconds (RFC 9110, section 5.6.7)
     * @param asked time of the request by this machine's clock, `answered` of the answer
     */
    heard(whose: 'slack' | 'service', header: string | null | undefined, asked: Date, answered: Date): void {
      const theirs = Date.parse(header ?? '');
      if (Number.isNaN(theirs)) return;
      offsets.set(whose, (asked.getTime() + answered.getTime()) / 2 - (theirs + 500));
    },
    /** Milliseconds by which this machine's clock is ahead of theirs. */
    offset: (whose: 'slack' | 'service') => offsets.get(whose),
  };
}

/**
 * Checks the clock against Slack's, or the onboarding service's if Slack gave no time.
 * @param asked resolves when both were asked
 */
export function clockCheck(readings: ClockReadings, asked: () => Promise<unknown>): Check {
  return {
    name: 'clock',
    title: () => say().clock.title,
    async look() {
      await asked();
      const [slack, service] = [readings.offset('slack'), readings.offset('service')];
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
