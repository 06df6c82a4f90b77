/** Action ids. Don't change them: App Homes published by earlier versions use them. */
export const actions = {
  /** Buttons of a request; the value is its reference. */
  retry: 'home_retry',
  cancel: 'home_cancel',
  details: 'home_details',
  /** Timeline of arrivals and departures; paging buttons hold a place, see `placeIn`. */
  timeline: 'home_timeline',
  earlier: 'home_timeline_earlier',
  today: 'home_timeline_today',
  later: 'home_timeline_later',
  /** The list of requests and the search by name; paging buttons hold a trail, see `trailIn`. */
  requests: 'home_requests',
  find: 'home_find',
  older: 'home_requests_older',
  newer: 'home_requests_newer',
  search: 'home_search',
} as const;

export const searchBlock = 'search';

export const views = {
  request: 'home_request',
  timeline: 'home_timeline',
  requests: 'home_requests',
} as const;
