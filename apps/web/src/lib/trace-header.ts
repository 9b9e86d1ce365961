import { currentRoute } from './current-route.ts';
import { sha256 } from './sha256.ts';

const known = new Map<string, Promise<string>>();

/** The trace header of the current screen: base64 of the route info, a dot, and its SHA-256 in hexadecimal (SES-03). */
export function traceHeader(): Promise<string> {
  const name = currentRoute();
  const header = known.get(name) ?? write(name);
  known.set(name, header);
  return header;
}

async function write(route: string): Promise<string> {
  const info = btoa(JSON.stringify({ route }));
  return `${info}.${await sha256(info)}`;
}
