export interface Condition {
  name: string;
  busy?: number;
  startsAt?: string;
  zone?: string;
}

const quiet: Condition = { name: 'quiet' };
const loaded: Condition = { name: 'loaded: two cores busy', busy: 2 };

/** Each starts a few minutes before the critical hour, so that the run passes through it. */
const moved: Condition[] = [
  { name: 'out of summer time in New York', startsAt: '2026-11-01T05:58:30Z', zone: 'America/New_York' },
  { name: '29 February, into March', startsAt: '2028-02-29T23:58:30Z' },
  { name: 'New Year’s Eve in Auckland', startsAt: '2026-12-31T10:58:30Z', zone: 'Pacific/Auckland' },
  { name: 'a Friday evening in Los Angeles', startsAt: '2027-01-02T01:30:00Z', zone: 'America/Los_Angeles' },
  { name: 'into summer time in Berlin', startsAt: '2027-03-28T00:58:30Z', zone: 'Europe/Berlin' },
  { name: 'a Saturday night, into Sunday', startsAt: '2026-11-21T23:58:30Z' },
];

/** One round of all conditions, rare ones first so that failures show early. */
export const conditions: readonly Condition[] = [
  ...moved.slice(0, 4),
  quiet,
  loaded,
  ...moved.slice(4),
  quiet,
  loaded,
];
