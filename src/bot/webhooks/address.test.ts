import { Agent } from 'undici';
import { expect, it } from 'vitest';
import { isPrivateAddress, mistakeInAddress, publicLookup } from './address.ts';

it('knows private networks, however they are written', () => {
  const privates = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.9.9.9', '169.254.169.254', '172.16.0.1'],
    ...['172.31.255.255', '192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1'],
    ...[
      'fc00::1',
      'fd12:3456::1',
      'fe80::1',
      'ff02::1',
      '::ffff:10.0.0.1',
      '::ffff:7f00:1',
      '64:ff9b::a00:1',
    ],
    ...['2002:7f00:1::', '2001:db8::1', '2001::1', 'not an address'],
  ];
  for (const address of privates) expect([address, isPrivateAddress(address)]).toEqual([address, true]);
  for (const address of [
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '193.0.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])
    expect([address, isPrivateAddress(address)]).toEqual([address, false]);
});

it('refuses addresses that can’t be right, and private ones unless they are allowed', () => {
  expect(mistakeInAddress('https://it.acme.com/hooks?key=1', false)).toBeUndefined();
  for (const text of [
    '',
    'it.acme.com',
    'ftp://it.acme.com',
    'https://a:b@it.acme.com',
    `https://a.com/${'x'.repeat(999)}`,
  ])
    expect([text, mistakeInAddress(text, true)]).toEqual([text, 'noAddress']);
  for (const text of ['http://it.acme.com', 'http://10.0.0.1'])
    expect([text, mistakeInAddress(text, true)]).toEqual([text, 'plain']);
  // A URL writes numbers of any kind as an address.
  const inside = [
    'https://localhost',
    'https://127.1',
    'https://0x7f.1',
    'https://2130706433',
    'https://[::1]:8443',
  ];
  for (const text of [
    ...inside,
    'http://127.0.0.1:9',
    'https://169.254.169.254/latest',
    'https://[::ffff:a00:1]',
  ]) {
    expect([text, mistakeInAddress(text, false)]).toEqual([text, 'private']);
    expect([text, mistakeInAddress(text, true)]).toEqual([text, undefined]);
  }
});

it('connects to no name that leads to a private network', async () => {
  const agent = new Agent({ connect: { lookup: publicLookup } });
  const asked = agent.request({ origin: 'http://localhost:9', path: '/', method: 'POST' });
  await expect(asked).rejects.toMatchObject({ code: 'private' });
  await agent.destroy();
});
