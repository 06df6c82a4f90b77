/** What the network and PostgreSQL say while the server restarts, fails over or can't be reached. */
const codes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  // https://www.postgresql.org/docs/current/errcodes-appendix.html: shutting down, crashed, starting up.
  '57P01',
  '57P02',
  '57P03',
  // No free connection.
  '53300',
  // After a fail-over the server behind an old connection only reads.
  '25006',
]);

/** The driver's own words, which have no code. */
const sentences =
  /^(Connection terminated|Client (has encountered|was closed)|timeout exceeded when trying to connect)/;

/** Whether the database can't be reached for the moment: the same may work in a while, as it is. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // Class 08: connection exceptions, which poolers report too.
  return codes.has(code) || /^08...$/.test(code) || sentences.test(error.message);
}
