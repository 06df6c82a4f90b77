/** Under what one run of the suite has to pass. */
export interface Condition {
  name: string;
  /** How many processes keep a core busy beside it. */
  busy?: number;
  /** The instant at which the run begins, for every process of it. */
  startsAt?: string;
  /** The zone of the processes. */
  zone?: string;
}

const quiet: Condition = { name: 'quiet' };
const loaded: Condition = { name: 'loaded: two cores busy', busy: 2 };

/** Each a few minutes before the hour that matters, so that the run passes through it. */
const moved: Condition[] = [
  { name: 'out of summer time in New York', startsAt: '2026-11-01T05:58:30Z', zone: 'America/New_York' },
  { name: '29 February, into March', startsAt: '2028-02-29T23:58:30Z' },
  { name: 'New Year’s Eve in Auckland', startsAt: '2026-12-31T10:58:30Z', zone: 'Pacific/Auckland' },
  { name: 'a Friday evening in Los Angeles', startsAt: '2027-01-02T01:30:00Z', zone: 'America/Los_Angeles' },
  { name: 'into summer time in Berlin', startsAt: '2027-03-28T00:58:30Z', zone: 'Europe/Berlin' },
  { name: 'a Saturday night, into Sunday', startsAt: '2026-11-21T23:58:30Z' },
];

/** One round of all of them: what is rare comes first, so that a failure there shows soon. */
export const conditions: readonly Condition[] = [
  ...moved.slice(0, 4),
  quiet,
  loaded,
  ...moved.slice(4),
  quiet,
  loaded,
];
