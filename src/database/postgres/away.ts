/** Error codes while the server restarts, fails over or can't be reached. */
const codes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  // Shutting down, crashed, starting up (https://www.postgresql.org/docs/current/errcodes-appendix.html).
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // Read-only: after a failover, an old connection leads to the standby.
  '25006',
]);

/** Messages of driver errors that have no code. */
const sentences =
  /^(Connection terminated|Client (has encountered|was closed)|timeout exceeded when trying to connect)/;

/** Whether the database is temporarily unreachable, so that retrying may work. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // Class 08: connection exceptions, also from poolers.
  return codes.has(code) || /^08...$/.test(code) || sentences.test(error.message);
}
