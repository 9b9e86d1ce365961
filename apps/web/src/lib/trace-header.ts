let routeName = 'start';
const known = new Map<string, Promise<string>>();

/** Tells which screen the next calls come from. Its stable name only: never a path, which may carry a token. */
export function setTraceRoute(name: string): void {
  routeName = name;
}

export function traceRoute(): string {
  return routeName;
}

/** The trace header of the current screen: base64 of the route info, a dot, and its SHA-256 in hexadecimal (SES-03). */
export function traceHeader(): Promise<string> {
  const name = routeName;
  const header = known.get(name) ?? write(name);
  known.set(name, header);
  return header;
}

async function write(route: string): Promise<string> {
  const info = btoa(JSON.stringify({ route }));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(info));
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${info}.${hash}`;
}
