import { findReceipts } from '@tapfolio/contracts/receipts.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp, testConfig } from '../../../test/build-app.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { buildChargeback } from '../../../test/factories/chargebacks.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { readPdf } from '../../../test/pdf.ts';
import { receiptCalls } from '../../../test/receipt-calls.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { portalRole } from '../../roles/portal.ts';

const legal = { ...testConfig().legal, vatRates: { CAD: [{ name: 'HST', percent: '13' }] } };
const testApp = await createTestApp([portalRole], { config: { legal } });
const { pool } = testApp;
const { paymentOfCard, buildOtherPayment, ask } = receiptCalls(testApp);
const base = '/public/api/v1/portal';

describe('findReceipts', () => {
  it('[RCPT-02] [RCPT-03] shows the money of one payment, and no place, time or card, and no other payment', async () => {
    const { payment } = await paymentOfCard();
    const others = [payment, await buildMedium(pool)];
    for (const { medium_id } of others) await buildOtherPayment(medium_id);

    const response = await ask('search', { srid: `OCT*${payment.srid}`, amountMinor: 740 });

    expect(response.headers['x-robots-tag']).toBe('noindex, nofollow');
    expect(findReceipts.answers[200].parse(response.json())).toEqual({
      items: [
        {
          srid: payment.srid,
          serviceDay: '2026-03-01',
          timeZone: 'America/Toronto',
          closedAt: '2026-03-02T08:00:00Z',
          chargedOn: ['2026-03-02'],
          reason: 'trip',
          method: 'emv',
          status: 'accepted',
          due: { amountMinor: 740, currency: 'CAD' },
          paid: { amountMinor: 740, currency: 'CAD' },
          writtenOff: null,
          refunds: [],
          tripCount: 1,
          available: true,
        },
      ],
    });
    expect(response.body).not.toMatch(/Hill|4242|visa|09:00/i);
  });

  it('names no day for a fare that the bank refused and took with another charge', async () => {
    const { passenger, payment, url } = await paymentOfCard({ debt_paid_minor: 740 });
    const { medium_id, srid } = payment;
    await buildSettlement(pool, { medium_id, srid, requested_at: '2026-03-02T08:00:00Z', approved: false });

    const found = findReceipts.answers[200].parse((await ask('search', { srid, amountMinor: 740 })).json());
    const { words } = await readPdf((await passenger.call({ url: `${url}?language=en_CA` })).rawPayload);

    expect(found.items).toMatchObject([{ status: 'accepted', available: true, chargedOn: [] }]);
    expect(words).not.toContain('Charged on');
  });

  it('is found by each amount on the statement, and not by their sum', async () => {
    const { medium_id } = await buildMedium(pool);
    const { srid } = await buildPayment(pool, { medium_id, opened_at: '2026-03-01T08:00:00Z' }, [240, 500]);

    const codes = [];
    for (const amountMinor of [240, 500, 740]) codes.push((await ask('search', { srid, amountMinor })).statusCode);

    expect(codes).toEqual([200, 200, 404]);
  });

  it('gives a wrong reference and a wrong amount the same answer', async () => {
    const { payment } = await paymentOfCard();

    const answers = await Promise.all([
      ask('search', { srid: 'ZZZZZZZZZZZZZ9', amountMinor: 740 }),
      ask('search', { srid: payment.srid, amountMinor: 739 }),
      ask('document', { srid: payment.srid, amountMinor: 738, language: 'en_CA' }),
    ]);

    expect(answers.map((answer) => [answer.statusCode, codeOf(answer)])).toEqual(answers.map(() => [404, 'NWA0010']));
  });

  it('shows the refund of a payment, and no place or time of travel', async () => {
    const { payment } = await paymentOfCard();
    const credit = { direction: 'credit', kind: 'refund', amount_minor: 370, requested_at: '2026-03-05T10:00:00Z' };
    await buildSettlement(pool, { medium_id: payment.medium_id, srid: payment.srid, ...credit });

    const response = await ask('search', { srid: payment.srid, amountMinor: 740 });

    expect(response.json().items).toMatchObject([
      { available: true, refunds: [{ at: '2026-03-05T10:00:00Z', amount: { amountMinor: 370, currency: 'CAD' } }] },
    ]);
  });

  it('says of a payment that was charged back what the bank took back', async () => {
    const { payment } = await paymentOfCard();
    await buildChargeback(pool, { ...payment, amount_minor: 370, charged_back_at: '2026-03-20T10:00:00Z' });

    const response = await ask('search', { srid: payment.srid, amountMinor: 740 });

    expect(response.json().items).toMatchObject([
      { available: true, refunds: [{ at: '2026-03-20T10:00:00Z', amount: { amountMinor: 370, currency: 'CAD' } }] },
    ]);
  });

  it('says what was paid of a payment that was closed short, and what nobody asks for any more', async () => {
    const { payment } = await paymentOfCard({ paid_minor: 300 });

    const found = await ask('search', { srid: payment.srid, amountMinor: 300 });

    expect(found.json().items).toMatchObject([
      { available: true, paid: { amountMinor: 300 }, writtenOff: { amountMinor: 440, currency: 'CAD' } },
    ]);
  });

  it('is found by the former amount of an unpaid fare that was lowered or withdrawn', async () => {
    const found = async (due: number, paid: number) => {
      const { payment } = await paymentOfCard({ status: 'payment_error', paid_minor: 0 });
      const { medium_id, srid } = payment;
      await pool.query('update payments set status = $2, due_minor = $3, paid_minor = $4 where medium_id = $1', [
        ...[medium_id, paid > 0 ? 'accepted' : 'none', due, paid],
      ]);
      await pool.query('update service_references set amount_minor = $2, paid = $3 where medium_id = $1', [
        ...[medium_id, due, paid > 0],
      ]);
      await pool.query(
        `update debts set state = 'ready', is_unpaid = false, paid_minor = $2, written_off_minor = due_minor - $2
        where medium_id = $1`,
        [medium_id, paid],
      );
      const answers = [];
      for (const amountMinor of [740, 739]) answers.push(await ask('search', { srid, amountMinor }));
      const document = await ask('document', { srid, amountMinor: 740, language: 'en_CA' });
      return [answers[0]?.json().items, answers.map(({ statusCode }) => statusCode), document.statusCode];
    };

    expect(await found(0, 0)).toMatchObject([
      [{ status: 'none', paid: { amountMinor: 0 }, writtenOff: { amountMinor: 740 }, available: false }],
      [200, 404],
      404,
    ]);
    expect(await found(300, 300)).toMatchObject([
      [{ status: 'accepted', paid: { amountMinor: 300 }, writtenOff: { amountMinor: 440 }, available: true }],
      [200, 404],
      200,
    ]);
  });

  it('has no receipt for an unpaid payment', async () => {
    const { payment } = await paymentOfCard({ status: 'payment_error', paid_minor: 0 });

    const found = await ask('search', { srid: payment.srid, amountMinor: 740 });
    const document = await ask('document', { srid: payment.srid, amountMinor: 740, language: 'en_CA' });

    expect(found.json().items).toMatchObject([{ available: false, status: 'payment_error' }]);
    expect([document.statusCode, codeOf(document)]).toEqual([404, 'NWA0013']);
  });
});

describe('downloadPublicReceipt', () => {
  it('[RCPT-02] [RCPT-03] answers a tagged PDF without places, times or the card, and without other payments', async () => {
    const { payment } = await paymentOfCard();
    const other = await buildOtherPayment(payment.medium_id);

    const response = await ask('document', { srid: payment.srid, amountMinor: 740, language: 'fr_CA' });

    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="receipt-${payment.srid}.pdf"`,
      'x-robots-tag': 'noindex, nofollow',
    });
    const { words, ...facts } = await readPdf(response.rawPayload);
    expect(facts).toMatchObject({ language: 'fr-CA', universalAccess: '1', headerCells: 3 });
    expect(words).toContain(payment.srid);
    expect(words).not.toMatch(/Hill|Elsewhere|4242|visa|1,11/i);
    expect(words).not.toContain(other.srid);
  });

  it('[RCPT-05] prints the taxes and the company, as the receipt of the account does', async () => {
    const { payment } = await paymentOfCard();

    const response = await ask('document', { srid: payment.srid, amountMinor: 740, language: 'en_CA' });

    const { words } = await readPdf(response.rawPayload);
    for (const part of ['$7.40', 'HST', '13%', '$0.85', 'Lakeshore Transit Commission', legal.vatNumber ?? 'a number'])
      expect(words).toContain(part);
  });

  it('limits how many amounts may be tried for one reference', async () => {
    const { medium_id } = await buildMedium(pool);
    const { srid } = await buildPayment(pool, { medium_id, opened_at: '2026-03-01T08:00:00Z' });

    const codes = [];
    for (const amountMinor of [1, 2, 3, 740]) codes.push((await ask('search', { srid, amountMinor })).statusCode);

    expect(codes).toEqual([404, 404, 404, 429]);
  });
});

it('certifies trips before and after a tax has changed with the rates of their days, to a guest as to the passenger', async () => {
  const hst = [
    { name: 'HST', percent: '15', until: '2026-03-31' },
    { name: 'HST', percent: '14', from: '2026-04-01' },
  ];
  const halifax = await createTestApp([portalRole], { config: { legal: { ...legal, vatRates: { CAD: hst } } } });
  const passenger = await halifax.signIn();
  const { card_id, medium_id } = await buildCard(halifax.pool, { passenger_id: passenger.passengerId });
  const opened = { opened_at: '2026-03-31T20:00:00Z', closed_at: '2026-04-02T08:00:00Z', service_day: '2026-03-31' };
  const { payment_id, srid } = await buildPayment(halifax.pool, { medium_id, ...opened });
  for (const service_day of ['2026-03-31', '2026-04-01'])
    await buildTrip(halifax.pool, { medium_id, srid, service_day, started_at: `${service_day}T21:00:00Z` });

  const own = await passenger.call({
    url: `${base}/cards/${card_id}/payments/${payment_id}/receipt?language=en_CA`,
  });
  const guest = await halifax.call({
    method: 'POST',
    url: `${base}/receipts/document`,
    payload: { srid, amountMinor: 740, language: 'en_CA' },
  });

  for (const { rawPayload } of [own, guest]) {
    const { words } = await readPdf(rawPayload);
    expect(words).toMatch(/15%[\s\S]*\$0\.48[\s\S]*14%[\s\S]*\$0\.45[\s\S]*\$6\.47/);
  }
});
