/** Where a supervisor asks. Both answer JSON with a `status`; they are no part of the published interface. */
export const healthPaths = {
  live: '/internal/health/live',
  ready: '/internal/health/ready',
} as const;
