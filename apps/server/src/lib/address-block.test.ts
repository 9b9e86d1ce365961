import { expect, it } from 'vitest';
import { addressBlock, networkOfBlock } from './address-block.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  // Not an IPv4 address in the form of IPv6: that has zeros only before `ffff`.
  ['2001:db8::ffff:c000:207', '2001:db8:0:0::/64'],
  ['1::ffff:c000:207', '1:0:0:0::/64'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:FFFF:192.0.2.7', '192.0.2.7'],
  ['10.0.0.5:40000', '10.0.0.5'],
  ['10.0.0.5:40029', '10.0.0.5'],
  ['[2001:db8::7]', '2001:db8:0:0::/64'],
  ['[2001:db8::8]:443', '2001:db8:0:0::/64'],
  ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
  ['unknown', 'unknown'],
  ['unknown-17', 'unknown'],
  ['_hidden', 'unknown'],
  ['10.0.0.5:40000:1', 'unknown'],
  ['10.0.0.256', 'unknown'],
  ['[10.0.0.5', 'unknown'],
  ['', 'unknown'],
])('counts %s as %s', (ip, block) => {
  expect(addressBlock(ip)).toBe(block);
});

it.each([
  ['192.0.2.7', undefined],
  ['::ffff:192.0.2.7', undefined],
  ['2001:DB8:1:2::1', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
])('finds the network of %s', (ip, network) => {
  expect(networkOfBlock(addressBlock(ip))).toBe(network);
});
