import { createHash } from 'node:crypto';

/** The header of a call that changes something, as the browser sends it (SES-03). */
export function traceHeader(route = 'passenger-area'): string {
  const info = Buffer.from(JSON.stringify({ route })).toString('base64');
  return `${info}.${createHash('sha256').update(info).digest('hex')}`;
}
