/** Which kind of rule of the database a write broke. */
type Violation = 'unique' | 'foreign-key';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html and https://sqlite.org/rescode.html */
const violations = new Map<unknown, Violation>([
  ['23505', 'unique'],
  ['23503', 'foreign-key'],
  [1555, 'unique'],
  [2067, 'unique'],
  [787, 'foreign-key'],
]);

/** Tells from the error of either driver which rule was broken; null when it is another error. */
export function violationOf(error: unknown): Violation | null {
  if (!(error instanceof Error)) return null;
  const code = 'errcode' in error ? error.errcode : 'code' in error ? error.code : undefined;
  return violations.get(code) ?? null;
}
