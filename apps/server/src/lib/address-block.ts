import { isIPv4, isIPv6 } from 'node:net';

/** Where everything is counted together that is no IP address: words a proxy writes, and what a caller made up. */
export const unknownBlock = 'unknown';

/**
 * What counts as one address: an IPv4 address, or the /64 of an IPv6 one, since a household has a whole /64. Proxies also
 * write ports and brackets, which would make each connection a different address.
 */
export function addressBlock(ip: string): string {
  const address = bareAddress(ip.trim());
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return unknownBlock;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** A network of IPv6 has 65,536 blocks, of which few belong to one person: together they may do this many times as much as one. */
export const blocksOfNetwork = 10;

/** The /48 that a block of IPv6 is part of: its owner has 65,536 blocks of the size /64. None for IPv4. */
export function networkOfBlock(block: string): string | undefined {
  const head = /^((?:[\da-f]+:){2}[\da-f]+):[\da-f]+::\/64$/.exec(block)?.[1];
  return head && `${head}::/48`;
}

/** Without port, brackets and zone. */
function bareAddress(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1];
  const withPort = /^([\d.]+):\d{1,5}$/.exec(text)?.[1];
  const [address = ''] = (bracketed ?? withPort ?? text).split('%');
  return address;
}

/** The eight groups of an IPv6 address in any of its ways of writing. */
function groupsOf(address: string): number[] {
  // The URL parser writes the last two groups in hexadecimal and leaves one place for the zeros.
  const { hostname } = new URL(`http://[${address}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  if (tail === undefined) return read(head);
  const [before, after] = [read(head), read(tail)];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}
