/** The action ids; those of Homes that an earlier version has published keep working. */
export const actions = {
  /** Beside a request; their value is its reference. */
  retry: 'home_retry',
  cancel: 'home_cancel',
  details: 'home_details',
  /** Who starts and who leaves; the page's value is a place, see `timelinePlace`. */
  timeline: 'home_timeline',
  earlier: 'home_timeline_earlier',
  today: 'home_timeline_today',
  later: 'home_timeline_later',
  /** All requests, or those with a name; the page's value is a trail, see `trailIn`. */
  requests: 'home_requests',
  find: 'home_find',
  older: 'home_requests_older',
  newer: 'home_requests_newer',
  /** Enter in the field. */
  search: 'home_search',
} as const;

/** The block of the field in which a name is typed. */
export const searchBlock = 'search';

/** The windows' `callback_id`. */
export const views = {
  request: 'home_request',
  timeline: 'home_timeline',
  requests: 'home_requests',
} as const;
