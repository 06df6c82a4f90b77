import { expect, it } from 'vitest';
import { otherZoneNames, zones } from '../contract/choices.ts';
import { serviceZone, zoneOption, zonesMenu } from './menus.ts';

it.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['Etc/UTC', 'UTC'],
  ['US/Eastern', 'US/Eastern'],
  ['europe/kiev', 'Europe/Kyiv'],
  ['EST5EDT', 'America/New_York'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
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

function found(query: string, day = '2030-01-01', known: readonly string[] = zones): string[] {
  const menu = zonesMenu(known, query, day);
  return 'options' in menu ? menu.options.map(({ value = '' }) => value) : [];
}

it.each([
  ['new yo', 'America/New_York'],
  ['calcutta', 'Asia/Kolkata'],
  ['Kiev', 'Europe/Kyiv'],
  ['saigon', 'Asia/Ho_Chi_Minh'],
  ['buenos aires', 'America/Argentina/Buenos_Aires'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['US/Eastern', 'US/Eastern'],
  ['munich', 'Europe/Berlin'],
  ['san francisco', 'America/Los_Angeles'],
  ['new delhi', 'Asia/Kolkata'],
  ['Ciudad Juárez', 'America/Ciudad_Juarez'],
  ['Europe/Berlin (UTC+01:00)', 'Europe/Berlin'],
  ['utc', 'UTC'],
])('finds first for “%s” the zone %s', (query, zone) => {
  expect(found(query)[0]).toBe(zone);
});

it.each(['UTC+5:30', '+0530', 'gmt +05:30', '(UTC+05:30)', '+5:30'])(
  'finds the zones of that day that are “%s” from UTC',
  (query) => {
    expect(found(query).sort()).toEqual(['Asia/Colombo', 'Asia/Kolkata']);
  },
);

it('takes the offset of the day, which daylight saving changes', () => {
  expect(found('UTC+2', '2030-07-01')).toContain('Europe/Berlin');
  expect(found('UTC+2', '2030-01-01')).not.toContain('Europe/Berlin');
  expect(found('UTC-0', '2030-01-01')).toContain('Europe/London');
});

it('has other names only for zones that the API takes, each for one zone', () => {
  expect([...otherZoneNames.keys()].filter((zone) => !zones.includes(zone))).toEqual([]);
  const names = [...otherZoneNames.values()].flat();
  expect(names.filter((name, at) => zones.includes(name) || names.indexOf(name) !== at)).toEqual([]);
});

it('finds the zone of a service whose list is older than the name', () => {
  expect(serviceZone('Europe/Kyiv', ['Europe/Kiev', 'Europe/Berlin'])).toBe('Europe/Kiev');
  expect(found('kyiv', '2030-01-01', ['Europe/Kiev', 'Europe/Berlin'])).toEqual(['Europe/Kiev']);
});
