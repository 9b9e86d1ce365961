import { findReceipts } from '@tapfolio/contracts/receipts.ts';
import { locales, toBcp47 } from '@tapfolio/domain/locale.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp, testConfig } from '../../../test/build-app.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { buildChargeback } from '../../../test/factories/chargebacks.ts';
import { buildCollection } from '../../../test/factories/collections.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { readPdf } from '../../../test/pdf.ts';
import { receiptCalls } from '../../../test/receipt-calls.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import type { DocumentCompiler } from '../../gateways/document-compiler.ts';
import { portalRole } from '../../roles/portal.ts';

const legal = { ...testConfig().legal, vatRates: { CAD: [{ name: 'HST', percent: '13' }] } };
const testApp = await createTestApp([portalRole], { config: { legal } });
const { pool, signIn, context } = testApp;
const { paymentOfCard, ask } = receiptCalls(testApp);
const base = '/public/api/v1/portal';

describe('downloadReceipt', () => {
  it.each(locales)('[RCPT-01] [RCPT-06] answers a tagged PDF/UA-1 in %s', async (language) => {
    const { passenger, url, payment } = await paymentOfCard();

    const response = await passenger.call({ url: `${url}?language=${language}` });

    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="receipt-${payment.srid}.pdf"`,
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    });
    const facts = await readPdf(response.rawPayload);
    expect(facts).toMatchObject({
      language: toBcp47(language),
      isTagged: true,
      isMarked: true,
      showsTitle: true,
      universalAccess: '1',
      headerCells: 7,
    });
    expect(facts.title).toContain(payment.srid);
  });

  it('certifies only what was kept of a payment that was charged back, and the passenger reads the same', async () => {
    const { passenger, url, payment } = await paymentOfCard();
    await buildChargeback(pool, { ...payment, amount_minor: 300, charged_back_at: '2026-03-20T10:00:00Z' });

    const [receipt, detail] = await Promise.all([
      passenger.call({ url: `${url}?language=en_CA` }),
      passenger.call({ url: url.replace('/receipt', '') }),
    ]);

    expect((await readPdf(receipt.rawPayload)).words).toMatch(/-\$3\.00[\s\S]*\$4\.40/);
    const amount = { amountMinor: 300, currency: 'CAD' };
    expect(detail.json()).toMatchObject({
      paid: { amountMinor: 740 },
      refunded: { amount, count: 1, lastAt: '2026-03-20T10:00:00Z' },
      charges: [{ direction: 'credit', kind: 'refund', amount, approved: true, at: '2026-03-20T10:00:00Z' }],
    });
  });

  it('has a file name that a header can carry, although the reference contains other characters', async () => {
    const { passenger, url } = await paymentOfCard({ srid: 'AB"Ł北\n12' });

    const response = await passenger.call({ url });

    expect(response.statusCode).toBe(200);
    expect(response.headers['content-disposition']).toBe('attachment; filename="receipt-AB12.pdf"');
  });

  it("[I18N-05] is in the account's language when the page names none", async () => {
    const passenger = await signIn({ display_language: 'fr_CA' });
    const card = await buildCard(pool, { passenger_id: passenger.passengerId });
    const payment = await buildPayment(pool, { medium_id: card.medium_id, opened_at: '2026-03-01T08:00:00Z' });

    const response = await passenger.call({
      url: `${base}/cards/${card.card_id}/payments/${payment.payment_id}/receipt`,
    });

    expect(await readPdf(response.rawPayload)).toMatchObject({ language: 'fr-CA' });
  });

  it('[RCPT-05] prints trips, taxes and the company', async () => {
    const { passenger, url, payment } = await paymentOfCard();

    const response = await passenger.call({ url });

    const { words } = await readPdf(response.rawPayload);
    const said = [payment.srid, 'Łódź ? to Hill', '$3.70', 'HST', '13%', '$0.85', 'Lakeshore Transit Commission'];
    for (const part of said) expect(words).toContain(part);
  });

  it('names a trip by its start if no end was recorded, and omits the column of lines if none was delivered', async () => {
    const passenger = await signIn();
    const { card_id, medium_id } = await buildCard(pool, { passenger_id: passenger.passengerId });
    const { payment_id, srid } = await buildPayment(pool, { medium_id, opened_at: '2026-03-01T08:00:00Z' });
    const trip = { started_at: '2026-03-01T09:00:00Z', line_id: null, line_name: null, to_name: null, srid };
    await buildTrip(pool, { medium_id, ...trip });

    const response = await passenger.call({ url: `${base}/cards/${card_id}/payments/${payment_id}/receipt` });

    const { headerCells, words } = await readPdf(response.rawPayload);
    expect(headerCells).toBe(6);
    expect(words.split('\n')).toContain('Harbour');
  });

  it('shows on which days the bank took what it had refused before, to the passenger and to a guest', async () => {
    const refused = { status: 'payment_error', closed_at: '2026-03-14T08:00:00Z', paid_minor: 300 };
    const { passenger, url, payment } = await paymentOfCard(refused);
    const { medium_id, payment_id, srid } = payment;
    const move = { medium_id, srid, requested_at: '2026-03-14T08:00:00Z' };
    await buildSettlement(pool, { ...move, approved: false });
    // This is still the 16th in Toronto.
    await buildSettlement(pool, { ...move, amount_minor: 300, requested_at: '2026-03-17T03:00:00Z' });
    const ours = { amount_minor: 440, outcome: 'approved', closed_at: '2026-03-20T08:00:00Z', bank_reference: 'B' };
    await buildCollection(pool, { medium_id, payment_id, ...ours });
    await pool.query(`update debts set state = 'unblocking' where payment_id = $1`, [payment_id]);
    const proof = { srid, amountMinor: 440 };

    const own = await readPdf((await passenger.call({ url: `${url}?language=en_CA` })).rawPayload);
    const guest = await readPdf((await ask('document', { ...proof, language: 'en_CA' })).rawPayload);
    const found = findReceipts.answers[200].parse((await ask('search', proof)).json());

    for (const { words } of [own, guest]) {
      expect(words).toContain('2026/03/16, 2026/03/20');
      expect(words).not.toContain('2026/03/14');
    }
    expect(found.items).toMatchObject([{ chargedOn: ['2026-03-16', '2026-03-20'] }]);
  });

  it('gives the same bytes for the same receipt', async () => {
    const { passenger, url } = await paymentOfCard();

    const [one, other] = [await passenger.call({ url }), await passenger.call({ url })];

    expect(one.rawPayload.equals(other.rawPayload)).toBe(true);
  });

  it.each([
    ['an unpaid fare', { status: 'payment_error', paid_minor: 0 }],
    ['nothing to pay', { status: 'none', due_minor: 0, paid_minor: 0 }],
    ['a refund', { reason: 'refund' }],
  ])('[RCPT-04] answers NWA0013 for %s', async (_, overrides) => {
    const { passenger, url } = await paymentOfCard(overrides);

    const response = await passenger.call({ url });

    expect([response.statusCode, codeOf(response)]).toEqual([404, 'NWA0013']);
  });

  it('[RCPT-05] answers NWA0012 for a currency without taxes, and no receipt', async () => {
    const { passenger, payment, url } = await paymentOfCard({ currency: 'GBP' });

    const response = await passenger.call({ url });

    expect([response.statusCode, codeOf(response)]).toEqual([500, 'NWA0012']);
    const asked = await ask('document', { srid: payment.srid, amountMinor: 740, language: 'en_CA' });
    expect([asked.statusCode, codeOf(asked)]).toEqual([500, 'NWA0012']);
  });
});

describe('a compiler that fails', async () => {
  const documents: DocumentCompiler = {
    compile: () => context.documents.compile('missing', {}),
    close: async () => {},
  };
  const { pool: otherPool, call: askOther, signIn: enter } = await createTestApp([portalRole], { documents });

  it('[RCPT-04] answers NWA0011', async () => {
    const passenger = await enter();
    const card = await buildCard(otherPool, { passenger_id: passenger.passengerId });
    const payment = await buildPayment(otherPool, { medium_id: card.medium_id, opened_at: '2026-03-01T08:00:00Z' });

    const response = await passenger.call({
      url: `${base}/cards/${card.card_id}/payments/${payment.payment_id}/receipt`,
    });

    expect([response.statusCode, codeOf(response)]).toEqual([502, 'NWA0011']);
    const payload = { srid: payment.srid, amountMinor: 740, language: 'en_CA' };
    const asked = await askOther({ method: 'POST', url: `${base}/receipts/document`, payload });
    expect([asked.statusCode, codeOf(asked)]).toEqual([502, 'NWA0011']);
  });
});
