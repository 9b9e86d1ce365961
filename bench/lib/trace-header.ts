import { createHash } from 'node:crypto';

/** As the browser sends it with every call. */
export function traceHeader(route: string): string {
  const info = Buffer.from(JSON.stringify({ route })).toString('base64');
  return `${info}.${createHash('sha256').update(info).digest('hex')}`;
}
