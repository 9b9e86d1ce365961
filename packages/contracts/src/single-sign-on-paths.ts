/** Addresses that the browser opens as a page; each answers with a redirect. In a file without schemas, so that the browser loads none. */
export const singleSignOnPaths = {
  start: '/public/api/v1/auth/sso/start',
  callback: '/public/api/v1/auth/sso/callback',
} as const;
