import { z } from 'zod';
import { isDay } from '../../time/dates.ts';

/** Deadline of an approval, in days. */
export const lapseDays = { least: 2, usual: 7, choices: [2, 3, 5, 7, 14, 30] } as const;

const Day = z.string().refine(isDay);

export const Approvals = z.object({
  lapseDays: z.int().min(lapseDays.least).max(60),
  /** Slack user ids of people who may decide instead of HR. */
  deputies: z.array(z.string()),
  from: Day.nullable(),
  until: Day.nullable(),
});
export type Approvals = z.infer<typeof Approvals>;

export const usualApprovals: Approvals = {
  lapseDays: lapseDays.usual,
  deputies: [],
  from: null,
  until: null,
};

/** `day` is YYYY-MM-DD. */
export function deputiesOn(day: string, { deputies, from, until }: Approvals): readonly string[] {
  const isIn = (from === null || from <= day) && (until === null || day <= until);
  return isIn ? deputies : [];
}
