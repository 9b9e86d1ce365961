import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { exported, window } from '../../test/corrected-feed.ts';
import { importInto, temporaryFolder } from '../../test/feed-fixture.ts';
import { linkCard } from '../../test/linking.ts';
import { codeOf } from '../../test/refusal-code.ts';
import { authRole } from './auth.ts';
import { portalRole } from './portal.ts';

const testApp = await createTestApp([authRole, portalRole]);
const deliver = async (day: number, row: Record<string, string>) =>
  await importInto(testApp.url, exported(temporaryFolder(), 'pw', day, [row]));

/** The payment of another card, with the reference and the amount of the first. */
const ofOther = { ...window, id: 'W-2', token: 'the second card' };

describe('a statement reference that is delivered for two cards', () => {
  it('links neither of them until one is corrected: the amounts may be the same', async () => {
    const passenger = await testApp.signIn();
    const link = async () => await linkCard(passenger, window.payment_reference, { amountMinor: 250 });
    await deliver(3, window);

    await deliver(4, ofOther);
    const shared = await link();
    await deliver(5, { ...window, close_date: '2025-06-02T12:00:00Z' });
    const stillShared = await link();
    await deliver(6, { ...ofOther, payment_reference: 'ABCDEFGHJKLMN2' });
    // An older export that comes again does not count.
    await deliver(3, { ...ofOther, close_date: '2025-06-02T12:00:00Z' });
    const corrected = await link();

    expect(codeOf(shared)).toBe('NWA0003');
    expect(codeOf(stillShared)).toBe('NWA0003');
    expect(corrected.statusCode).toBe(201);
  });

  it('links no card once the payment has moved to another token, whose holder may be another; the next payment links it', async () => {
    const passenger = await testApp.signIn();
    const own = { ...window, id: 'W-3', payment_reference: 'ABCDEFGHJKLMN3', token: 'a token' };
    const next = { ...own, id: 'W-4', payment_reference: 'ABCDEFGHJKLMN4', token: 'another token' };
    const link = async (reference: string) => await linkCard(passenger, reference, { amountMinor: 250 });
    await deliver(3, own);

    await deliver(4, { ...own, token: next.token });
    const moved = await link(own.payment_reference);
    await deliver(5, next);
    const linked = await link(next.payment_reference);

    expect(codeOf(moved)).toBe('NWA0003');
    expect(linked.statusCode).toBe(201);
  });
});
