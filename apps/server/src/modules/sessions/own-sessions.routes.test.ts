import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { newToken, sha256 } from '../../lib/hashing.ts';
import { authRole } from '../../roles/auth.ts';

const { app, pool, signIn } = await createTestApp([authRole]);

const path = '/public/api/v1/auth/user/sessions';

/** Another session of the same passenger. */
async function openAnother(passengerId: string, overrides: Record<string, unknown> = {}): Promise<string> {
  const token = newToken();
  await insertRow(pool, 'sessions', {
    token_hash: sha256(token),
    passenger_id: passengerId,
    idle_seconds: 900,
    expires_at: new Date(Date.now() + 3_600_000),
    user_agent: 'Another browser',
    ...overrides,
  });
  return `__Host-session=${token}`;
}

const isLogged = async (cookie: string): Promise<boolean> =>
  (await app.inject({ url: '/public/api/v1/auth/user_is_logged', headers: { cookie } })).json().is_logged;

describe('GET /user/sessions', () => {
  it("lists the passenger's live sessions and marks the current one", async () => {
    const passenger = await signIn();
    await signIn();
    await openAnother(passenger.passengerId);
    await openAnother(passenger.passengerId, { last_seen_at: new Date(Date.now() - 3_600_000) });

    const { items } = (await passenger.call({ url: path })).json();

    expect(items).toHaveLength(2);
    expect(items.filter((item: { isCurrent: boolean }) => item.isCurrent)).toHaveLength(1);
    expect(items).toContainEqual(expect.objectContaining({ userAgent: 'Another browser', isCurrent: false }));
  });
});

describe('DELETE /user/sessions', () => {
  it('ends all sessions but the current one', async () => {
    const passenger = await signIn();
    const other = await openAnother(passenger.passengerId);
    const stranger = await signIn();

    const responses = await Promise.all([1, 2, 3].map(() => passenger.call({ method: 'DELETE', url: path })));

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204]);
    expect(await Promise.all([passenger.cookie, other, stranger.cookie].map(isLogged))).toEqual([true, false, true]);
    // Where no session ends, nothing is written down.
    const { rowCount } = await pool.query(
      `select from audit_events where kind = 'signed_out_everywhere' and passenger_id = $1`,
      [passenger.passengerId],
    );
    expect(rowCount).toBe(1);
  });
});

describe('DELETE /user/sessions/:sessionId', () => {
  it('ends a session of the passenger, and none of another passenger', async () => {
    const passenger = await signIn();
    const other = await openAnother(passenger.passengerId);
    const stranger = await signIn();
    const [strangers] = (await stranger.call({ url: path })).json().items;
    const items: { id: string; isCurrent: boolean }[] = (await passenger.call({ url: path })).json().items;
    const end = (id: string | undefined) => passenger.call({ method: 'DELETE', url: `${path}/${id}` });

    const own = await end(items.find((item) => !item.isCurrent)?.id);
    const foreign = await end(strangers.id);

    expect([own.statusCode, foreign.statusCode]).toEqual([204, 404]);
    expect(foreign.json().error.code).toBe('TM0044');
    expect(await Promise.all([other, stranger.cookie].map(isLogged))).toEqual([false, true]);
  });
});
