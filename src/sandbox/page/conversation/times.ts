const fiveMinutes = 300;

/** Slack's timestamps are seconds since the epoch, with a counter as decimals. */
function dateOf(ts: string): Date {
  return new Date(Number(ts) * 1000);
}

/** Day of a message in a time zone: "Friday, 20 November". */
export function dayOf(ts: string, timeZone: string): string {
  return dateOf(ts).toLocaleDateString('en-GB', { timeZone, weekday: 'long', day: 'numeric', month: 'long' });
}

/** Time of a message in a time zone: "14:05". */
export function timeOf(ts: string, timeZone: string): string {
  return dateOf(ts).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
}

/** Whether two messages are close enough to be grouped (five minutes). */
export function isSoonAfter(before: string, after: string): boolean {
  return Number(after) - Number(before) < fiveMinutes;
}
