import { tokenOf } from './bench-database.ts';

/** The requests of a load: the n-th is for the trips page of one of this many signed-in passengers, as the bytes of plain HTTP. */
export function tripsPageOf({ address, passengers }: { address: string; passengers: number }) {
  const { host } = new URL(address);
  return (number: number): string => {
    const cookie = `Cookie: tapfolio-session=${tokenOf(((number * 7919) % passengers) + 1)}`;
    return `GET /public/api/v1/portal/cards/1/trips?limit=20 HTTP/1.1\r\nHost: ${host}\r\n${cookie}\r\n\r\n`;
  };
}
