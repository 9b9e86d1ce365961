import { hostText } from './request-guard.ts';

const longestHead = 8_192;

const line = String.raw`[\w!#$%&'*+.^|~-]+:[\t\x20-\x7e]*\r\n`;
const oneGet = new RegExp(String.raw`^GET (\/[\w/.-]*)(?:\?[\x21\x24-\x7e]*)? HTTP\/1\.1\r\n(?:${line})+\r\n$`);
/** What gives a request more than its head, or the connection another use than one request after the other. */
const special =
  /\r\n(?:(?:content-length|transfer-encoding|expect|upgrade|trailer|te):|connection:(?![\t ]*keep-alive\r))/i;
const anyHost = /\r\nhost:/gi;
const goodHost = new RegExp(String.raw`\r\nhost:[\t ]*${hostText}\r`, 'i');

/**
 * The path, without query, if these bytes are one whole GET in the plainest shape of HTTP/1.1 (RFC 9112) and nothing else. Null for
 * what two readers could read differently: that is for the HTTP server to judge.
 */
export function pathOfPlainGet(bytes: Buffer): string | null {
  if (bytes.length > longestHead) return null;
  const text = bytes.toString('latin1');
  const path = oneGet.exec(text)?.[1];
  if (path === undefined || special.test(text)) return null;
  return goodHost.test(text) && text.match(anyHost)?.length === 1 ? path : null;
}
