/** Zones whose clocks change at other times, or never, or are off by a quarter of an hour, on both sides of the date line. */
export const zonesApart = [
  'Pacific/Auckland',
  'Asia/Kathmandu',
  'America/New_York',
  'Europe/Amsterdam',
  'Pacific/Apia',
] as const;
