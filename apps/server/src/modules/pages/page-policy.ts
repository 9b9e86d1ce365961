const fixed = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types sw',
];

/** The content security policy of a page: its own inlined style by hash, no inline script at all. */
export function pagePolicy(styleSources: readonly string[]): string {
  return [...fixed, `style-src ${["'self'", ...styleSources].join(' ')}`].join('; ');
}
