export type Device = { readonly browser: string; readonly system: string };

// The first match wins: nearly every browser also names the older browsers that it comes from.
const browsers = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS|Chromium)\//],
  ['Safari', /Safari\//],
] as const;
const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux/],
] as const;

/** The usual names of browser and system, from the browser's user agent; `undefined` for unknown ones. */
export function deviceOf(userAgent: string | null): Device | undefined {
  const browser = browsers.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];
  const system = systems.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];
  return browser && system ? { browser, system } : undefined;
}
