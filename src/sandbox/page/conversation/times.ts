const fiveMinutes = 300;

/** Slack's timestamps are seconds since the epoch, with a counter behind the point. */
function dateOf(ts: string): Date {
  return new Date(Number(ts) * 1000);
}

/** The day of a message in a person's zone: "Friday, 20 November". */
export function dayOf(ts: string, timeZone: string): string {
  return dateOf(ts).toLocaleDateString('en-GB', { timeZone, weekday: 'long', day: 'numeric', month: 'long' });
}

/** "14:05" in a person's zone. */
export function timeOf(ts: string, timeZone: string): string {
  return dateOf(ts).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
}

/** Messages of one person that come close together are drawn as one. */
export function isSoonAfter(before: string, after: string): boolean {
  return Number(after) - Number(before) < fiveMinutes;
}
