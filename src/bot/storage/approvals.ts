import { z } from 'zod';
import { isDay } from '../../time/dates.ts';

/** In how many days somebody has to decide. */
export const lapseDays = { least: 2, usual: 7, choices: [2, 3, 5, 7, 14, 30] } as const;

const Day = z.string().refine(isDay);

/** How HR approves what managers ask for. */
export const Approvals = z.object({
  /** After so many days without a decision it ends undone. */
  lapseDays: z.int().min(lapseDays.least).max(60),
  /** Slack user ids: they may decide in HR's place. */
  deputies: z.array(z.string()),
  /** The first day on which they may, and the last one; null where there is none. */
  from: Day.nullable(),
  until: Day.nullable(),
});
export type Approvals = z.infer<typeof Approvals>;

/** What applies until somebody says otherwise. */
export const usualApprovals: Approvals = {
  lapseDays: lapseDays.usual,
  deputies: [],
  from: null,
  until: null,
};

/** Who may decide in HR's place on a day. */
export function deputiesOn(day: string, { deputies, from, until }: Approvals): readonly string[] {
  const isIn = (from === null || from <= day) && (until === null || day <= until);
  return isIn ? deputies : [];
}
