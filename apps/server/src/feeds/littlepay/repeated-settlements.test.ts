import { beforeEach, describe, expect, it } from 'vitest';
import { emptyTables, temporaryFolder } from '../../../test/feed-fixture.ts';
import { deposit, v3, writePsv } from '../../../test/littlepay-feed.ts';
import { deliver, one, participant } from '../../../test/littlepay-import.ts';
import { later, night, payment, travel } from '../../../test/littlepay-payment.ts';
import { oneOutcome } from '../../../test/one-outcome.ts';
import { createTestDatabase } from '../../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const answer = v3.answer('A', night, 'AUTHORISED');
const twice = ['S', 'S again'].map((id) => v3.settlement(id, 'A', '3.60'));
const deposits = ['1', '2'].map((number) => deposit('rrn of A', '$3.60', { trn_ref_num: number }));
const moved = `select coalesce(sum(amount_minor) filter (where direction = 'debit'), 0)::int as taken,
  coalesce(sum(amount_minor) filter (where direction = 'credit'), 0)::int as given_back
  from settlements where approved`;

describe('a charge that the back office delivers under two ids', () => {
  it('counts once where the bank agreed to one charge, in every order of the files', async () => {
    const folder = temporaryFolder();
    const [first = {}, again = {}] = twice;
    const files = [
      writePsv(folder, '202510040430_micropayments.psv', [{ ...v3.fare('M', 'A', '3.60') }]),
      writePsv(folder, '202510040430_authorisations.psv', [answer]),
      writePsv(folder, '202510040430_settlements.psv', [first]),
      writePsv(folder, '202510050430_settlements.psv', [again]),
    ];

    const outcome = await oneOutcome({ pool, url, operator: participant }, files, async () => ({
      ...(await one(pool, payment)),
      ...(await one(pool, moved)),
    }));

    expect(outcome).toMatchObject({ status: 'accepted', due: 360, paid: 360, taken: 360 });
  });

  it('is reported', async () => {
    const reports = await deliver(url, { ...travel, answers: [answer], settlements: twice });

    const notes = reports.flatMap((report) => [...report.notes.keys()]);
    expect(notes).toContain('a settlement is told again under another id; counted once');
  });

  it('counts as often as the bank agreed', async () => {
    const answers = [answer, v3.answer('A', later, 'AUTHORISED')];
    await deliver(url, { ...travel, answers, settlements: twice });

    expect(await one(pool, payment)).toMatchObject({ due: 360, paid: 720 });
  });

  it.each([
    ['about another amount', 'AUTHORISED', { amount: '1.00' }],
    ['to let go of the money', 'AUTHORISED', { request_type: 'AUTHORISATION_REVERSAL' }],
    ['to check the card', 'VERIFIED', { request_type: 'CARD_CHECK' }],
    ['in vain', 'DECLINED', {}],
  ])('counts once where the bank was asked only %s besides, under the same reference', async (_, status, more) => {
    await deliver(url, { ...travel, answers: [answer, v3.answer('A', later, status, more)], settlements: twice });

    expect(await one(pool, payment)).toMatchObject({ status: 'accepted', due: 360, paid: 360 });
  });

  it('counts once more where only so much is missing, although it is delivered under three ids', async () => {
    const settlements = ['1', '2', '3'].map((id) => v3.settlement(id, 'A', '1.00'));
    const answers = [v3.answer('A', night, 'AUTHORISED', { amount: '1.00' })];
    await deliver(url, { ...travel, fares: [v3.fare('M', 'A', '2.00')], answers, settlements });

    expect(await one(pool, payment)).toMatchObject({ status: 'accepted', due: 200, paid: 200 });
  });

  it("counts as often as the bank's own file has it, however often the bank agreed", async () => {
    const answers = [answer, v3.answer('A', later, 'AUTHORISED')];
    await deliver(url, { ...travel, answers, settlements: twice, deposits: deposits.slice(1) });
    const once = await one(pool, payment);
    await deliver(url, { deposits }, { at: '202510060430' });

    expect(once).toMatchObject({ status: 'accepted', due: 360, paid: 360 });
    expect(await one(pool, payment)).toMatchObject({ due: 360, paid: 720 });
    expect(await one(pool, moved)).toMatchObject({ taken: 720 });
  });

  it('does not hide a part that only the bank delivers', async () => {
    const part = deposit('rrn of A', '$1.00', { trn_ref_num: '3' });
    await deliver(url, {
      ...travel,
      answers: [answer],
      settlements: twice,
      deposits: [...deposits.slice(1), part],
    });

    expect(await one(pool, payment)).toMatchObject({ due: 360, paid: 460 });
  });

  it('counts twice where the fares are as much, so that passengers are not asked to pay again', async () => {
    const fares = [v3.fare('M', 'A', '3.60'), v3.fare('N', 'A', '3.60')];
    await deliver(url, { ...travel, fares, answers: [answer], settlements: twice });

    expect(await one(pool, payment)).toMatchObject({ status: 'accepted', due: 720, paid: 720 });
  });

  it('counts twice where no bank reference identifies the charges', async () => {
    const settlements = twice.map((row) => ({ ...row, retrieval_reference_number: '' }));
    await deliver(url, { ...travel, answers: [answer], settlements });

    expect(await one(pool, payment)).toMatchObject({ due: 360, paid: 720 });
  });
});

describe('a refund that the back office delivers under two ids', () => {
  const back = (id: string, refund: string) =>
    v3.settlement(id, 'A', '1.00', { settlement_type: 'CREDIT', refund_id: refund });
  const charged = { ...travel, answers: [answer], settlements: twice.slice(1) };
  const lines = `select count(*)::int as lines from payments where reason = 'refund'`;

  it('counts once where both have one request', async () => {
    await deliver(url, { ...charged, credits: [back('C', 'R')] });
    await deliver(url, { credits: [back('C again', 'R')] }, { at: '202510060430' });

    expect([await one(pool, moved), await one(pool, lines)]).toEqual([{ taken: 360, given_back: 100 }, { lines: 1 }]);
  });

  it('counts twice where they have two requests', async () => {
    await deliver(url, { ...charged, credits: [back('C', 'R'), back('C again', 'Q')] });

    expect([await one(pool, moved), await one(pool, lines)]).toEqual([{ taken: 360, given_back: 200 }, { lines: 2 }]);
  });

  it('counts twice where no request identifies them', async () => {
    await deliver(url, { ...charged, credits: [back('C', ''), back('C again', '')] });

    expect(await one(pool, moved)).toEqual({ taken: 360, given_back: 200 });
  });
});
