/** https://www.postgresql.org/docs/current/errcodes-appendix.html and https://sqlite.org/rescode.html */
const violations = new Set<unknown>(['23505', '23503', '23502', 1555, 2067, 787, 1299]);

/** Tells from the error of either driver whether a write broke the rule of a unique or a foreign key, or lacked a value. */
export function isViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return violations.has('errcode' in error ? error.errcode : 'code' in error ? error.code : undefined);
}
