/** Where the browser, not the page's client, is sent: each answers with a redirect. No schema comes along with them. */
export const singleSignOnPaths = {
  start: '/public/api/v1/auth/sso/start',
  callback: '/public/api/v1/auth/sso/callback',
} as const;
