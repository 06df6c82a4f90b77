import { expect, it } from 'vitest';
import { zones } from '../../../contract/zones.ts';
import { serviceZone, zoneOption, zonesMenu } from './zones.ts';

it.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['Etc/UTC', 'GMT'],
  ['Mars/Base', undefined],
  ['', undefined],
])('knows the zone that Slack calls %s as %s', (slack, service) => {
  expect(serviceZone(slack, zones)).toBe(service);
});

it.each(Intl.supportedValuesOf('timeZone').filter((name) => !name.startsWith('Etc/')))(
  'finds the service’s name for %s',
  (name) => {
    expect(zones).toContain(serviceZone(name, zones));
  },
);

it('shows the offset of the day, not of today', () => {
  expect(zoneOption('Europe/Berlin', '2030-07-01').text.text).toBe('Europe/Berlin (UTC+02:00)');
  expect(zoneOption('Europe/Berlin', '2030-12-01').text.text).toBe('Europe/Berlin (UTC+01:00)');
  expect(zoneOption('America/St_Johns', '2030-12-01').text.text).toBe('America/St Johns (UTC-03:30)');
});

it('finds a city by its beginning first', () => {
  const menu = zonesMenu(zones, 'new yo', '2030-01-01');
  expect('options' in menu && menu.options.map(({ value }) => value)).toEqual(['America/New_York']);
});
