/** Zones with different or no clock changes or quarter-hour offsets, on both sides of the date line. */
export const zonesApart = [
  'Pacific/Auckland',
  'Asia/Kathmandu',
  'America/New_York',
  'Europe/Amsterdam',
  'Pacific/Apia',
] as const;
