/**
 * Unique, foreign key and not-null violations (https://www.postgresql.org/docs/current/errcodes-appendix.html,
 * https://sqlite.org/rescode.html).
 */
const violations = new Set<unknown>(['23505', '23503', '23502', 1555, 2067, 787, 1299]);

/** Whether an error of either driver is a unique, foreign key or not-null violation. */
export function isViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return violations.has('errcode' in error ? error.errcode : 'code' in error ? error.code : undefined);
}
