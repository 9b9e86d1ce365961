import * as React from 'react';

/**
 * In development React notes for each element where it was made, which a warning then adds to its text. It stops when it has noted this
 * many in a second; here it stops at once. The warnings themselves come as ever, and a test that causes one fails.
 */
const mostStacks = 10_000;

const inside: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
// React sets its own count back to 0.
if (typeof inside === 'object' && inside !== null)
  Object.defineProperty(inside, 'recentlyCreatedOwnerStacks', { get: () => mostStacks, set: () => {} });
