import { describe, expect, test } from 'vitest';
import { isPermitted } from './permissions.ts';

const map = { passenger: ['card', 'card.unlink', 'account-edit'], clerk: ['card-trips-history'] };

describe('permissions', () => {
  test('opens a route that the group lists [ACC-05]', () => {
    expect(isPermitted(map, { group: 'passenger', route: 'card' }, 'login')).toBe(true);
    expect(isPermitted(map, { group: 'passenger', route: 'card-trips-history' }, 'login')).toBe(false);
  });

  test('opens a route that any group lists [ACC-05]', () => {
    expect(isPermitted(map, { group: 'any', route: 'card-trips-history' }, 'login')).toBe(true);
    expect(isPermitted(map, { group: 'any', route: 'login' }, 'login')).toBe(false);
  });

  test('allows an action only if "route.action" is listed [ACC-05]', () => {
    expect(isPermitted(map, { group: 'passenger', route: 'card', action: 'unlink' }, 'login')).toBe(true);
    expect(isPermitted(map, { group: 'passenger', route: 'account-edit', action: 'save' }, 'login')).toBe(false);
    expect(isPermitted(map, { group: 'any', route: 'card', action: 'unlink' }, 'login')).toBe(true);
  });

  test('asks about the current route when none is named [ACC-05]', () => {
    expect(isPermitted(map, { group: 'passenger' }, 'card')).toBe(true);
    expect(isPermitted(map, { group: 'passenger', action: 'unlink' }, 'card')).toBe(true);
    expect(isPermitted(map, { group: 'passenger' }, 'login')).toBe(false);
  });

  test('refuses unknown groups, also those named like parts of an object', () => {
    const groups = ['stranger', 'constructor', '__proto__', ''];

    expect(groups.map((group) => isPermitted(map, { group, route: 'card' }, 'card'))).toEqual(Array(4).fill(false));
  });
});
