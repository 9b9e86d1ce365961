import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Bank, type BankAnswer, BankUncertain, type Charge, NoBankEvent } from '../src/gateways/bank.ts';
import { type BankUnderTest, newCharge, uncertainFaults } from './bank-under-test.ts';

/** The promises of the port, tested on one adapter. Every adapter passes the same tests. */
export function judgeBank(name: string, start: () => Promise<BankUnderTest>): void {
  describe(name, async () => {
    const subject = await start();
    describe('collecting', () => judgeCharges(subject));
    describe.concurrent('a broken answer', () => judgeFaults(subject));
    describe('letting go', () => judgeReleases(subject));
    describe('giving back', () => judgeRefunds(subject));
    describe('questions', () => judgeQuestions(subject));
    describe('calls of the bank', () => judgeEvents(subject));
  });
}

const stateOf = ({ state }: BankAnswer): string => state;

async function collect(bank: Bank, charge: Charge): Promise<string> {
  const held = await bank.authorise(charge);
  if (held.state === 'declined') return held.declineCode;
  return (await bank.capture({ ...charge, bankReference: held.bankReference })).state;
}

async function knownCharge({ know }: BankUnderTest, original: 'declined' | 'captured' = 'declined'): Promise<Charge> {
  const charge = newCharge();
  await know(charge, original);
  return charge;
}

/** A charge whose amount the bank has reserved. */
async function holdCharge(subject: BankUnderTest) {
  const charge = await knownCharge(subject);
  const held = await subject.bank.authorise(charge);
  return { charge, held, authorised: { ...charge, bankReference: held.bankReference ?? '' } };
}

function judgeCharges(subject: BankUnderTest): void {
  const { bank, failNext, refuse, statesOf } = subject;

  it('holds the amount, then takes it', async () => {
    const { charge, held, authorised } = await holdCharge(subject);

    expect(held).toMatchObject({ state: 'authorised', amountMinor: 375, currency: 'CAD' });
    expect(await bank.capture(authorised)).toEqual({ ...held, state: 'captured' });
    expect(await statesOf(charge.statementReference)).toEqual(['captured']);
  });

  it('does it once for one key, however often and at once it is asked', async () => {
    const charge = await knownCharge(subject);

    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => collect(bank, charge)));

    expect(await collect(bank, charge)).toBe('captured');
    expect(await statesOf(charge.statementReference)).toEqual(['captured']);
    const failures = asked.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(failures.filter((reason) => !(reason instanceof BankUncertain))).toEqual([]);
  });

  it('does it again for another key: the key is all that keeps a fare from being collected twice', async () => {
    const charge = await knownCharge(subject);

    await collect(bank, charge);
    await collect(bank, { ...charge, attemptKey: randomUUID() });

    expect(await statesOf(charge.statementReference)).toEqual(['captured', 'captured']);
  });

  it.each(['insufficient_funds', 'card_expired'] as const)('says why the card is refused: %s', async (declineCode) => {
    const charge = await knownCharge(subject);
    await refuse(charge.statementReference, declineCode);

    const answer = await bank.authorise(charge);

    expect(answer).toMatchObject({ state: 'declined', declineCode, amountMinor: 375, currency: 'CAD' });
    expect(await bank.find(charge.reference)).toMatchObject({ state: 'declined', declineCode });
  });

  it('knows no card where the bank refused nothing', async () => {
    expect(await bank.authorise(newCharge())).toMatchObject({ state: 'declined', declineCode: 'card_not_found' });
  });

  it('passes on how long the bank asks us to wait', async () => {
    const charge = await knownCharge(subject);
    await failNext(charge.statementReference, 'too_many');

    const refusal = await bank.authorise(charge).catch((error: unknown) => error);

    expect(refusal).toMatchObject({ retryAfterSeconds: 1 });
  });
}

/** Each has a charge of its own, and some wait until the adapter gives a call up. */
function judgeFaults(subject: BankUnderTest): void {
  const { bank, failNext, findsOutAfter, statesOf } = subject;

  it.each(uncertainFaults)('is not called a refusal, and one more call with the key ends well: %s', async (fault) => {
    const charge = await knownCharge(subject);
    await failNext(charge.statementReference, fault);

    const first = await bank.authorise(charge).then(stateOf, (error: unknown) => error);

    if (findsOutAfter.includes(fault)) expect(first).toBe('authorised');
    else expect(first).toBeInstanceOf(BankUncertain);
    expect(await collect(bank, charge)).toBe('captured');
    expect(await statesOf(charge.statementReference)).toEqual(['captured']);
  });

  it.each(uncertainFaults)('is not called a refusal when it takes what is held: %s', async (fault) => {
    const { charge, authorised } = await holdCharge(subject);
    await failNext(charge.statementReference, fault);

    await expect(bank.capture(authorised)).rejects.toThrow(BankUncertain);

    expect((await bank.capture(authorised)).state).toBe('captured');
    expect(await statesOf(charge.statementReference)).toEqual(['captured']);
  });

  it.each(uncertainFaults)('does not keep it from letting go in the end: %s', async (fault) => {
    const { charge, authorised } = await holdCharge(subject);
    await failNext(charge.statementReference, fault);

    await expect(bank.release(authorised)).rejects.toThrow(BankUncertain);

    expect(await bank.release(authorised)).toMatchObject({ state: 'released' });
  });
}

function judgeReleases(subject: BankUnderTest): void {
  const { bank, statesOf } = subject;

  it('lets go of what it holds, once and for all', async () => {
    const { charge, held, authorised } = await holdCharge(subject);

    expect(await bank.release(authorised)).toEqual({ ...held, state: 'released' });

    expect(await bank.release(authorised)).toMatchObject({ state: 'released' });
    expect(await bank.capture(authorised)).toMatchObject({ state: 'released' });
    expect(await bank.find(charge.reference)).toMatchObject({ state: 'released' });
    expect(await statesOf(charge.statementReference)).toEqual(['released']);
  });

  it('lets go of nothing that was taken', async () => {
    const { charge, authorised } = await holdCharge(subject);
    await bank.capture(authorised);

    expect(await bank.release(authorised)).toMatchObject({ state: 'captured', amountMinor: 375 });
    expect(await statesOf(charge.statementReference)).toEqual(['captured']);
  });

  it('ends a charge in one way when it is taken and let go at once', async () => {
    const { charge, authorised } = await holdCharge(subject);

    const [taken, released] = await Promise.all([bank.capture(authorised), bank.release(authorised)]);

    expect(taken.state).toBe(released.state);
    expect(await statesOf(charge.statementReference)).toEqual([taken.state]);
  });
}

function judgeRefunds(subject: BankUnderTest): void {
  const { bank, failNext, statesOf, sendBack, signedEvent } = subject;

  it('gives back in parts what was taken, and no more', async () => {
    const taken = await knownCharge(subject, 'captured');
    const part = { ...newCharge(), statementReference: taken.statementReference, amountMinor: 200 };

    expect(await bank.refund(part)).toMatchObject({ state: 'refunded', amountMinor: 200 });
    expect(await bank.refund({ ...part, attemptKey: randomUUID(), reference: randomUUID() })).toMatchObject({
      state: 'declined',
      declineCode: 'amount_too_large',
    });
    expect(await bank.find(part.reference)).toMatchObject({ state: 'refunded', amountMinor: 200 });
  });

  it('gives back once for one key', async () => {
    const taken = await knownCharge(subject, 'captured');
    const order = { ...newCharge(), statementReference: taken.statementReference, amountMinor: 100 };
    await failNext(taken.statementReference, 'reset_after');

    await expect(bank.refund(order)).rejects.toThrow(BankUncertain);
    await Promise.allSettled(Array.from({ length: 5 }, () => bank.refund(order)));

    expect(await bank.refund(order)).toMatchObject({ state: 'refunded' });
    expect(await statesOf(taken.statementReference)).toEqual(['refunded']);
  });

  it('tells in every way that a refund came back, and may be asked for another one', async () => {
    const taken = await knownCharge(subject, 'captured');
    const order = { ...newCharge(), statementReference: taken.statementReference };
    const { bankReference } = await bank.refund(order);
    await sendBack(order.reference);

    const { rawBody, headers } = await signedEvent(order.reference);
    const told = { state: 'returned', declineCode: 'card_expired', bankReference, amountMinor: 375, currency: 'CAD' };
    expect(await bank.find(order.reference)).toEqual(told);
    expect(bank.readWebhook(rawBody, headers)).toMatchObject({ reference: order.reference, answer: told });
    const lines = (await bank.report(new Date().toISOString().slice(0, 10))).filter(
      ({ reference }) => reference === order.reference,
    );
    expect(lines.filter(({ kind }) => kind === 'return')).toMatchObject([{ bankReference, amountMinor: 375 }]);
    expect(lines.filter(({ kind }) => kind === 'refund').length).toBeLessThanOrEqual(1);
    const again = { ...order, reference: randomUUID(), attemptKey: randomUUID() };
    expect(await bank.refund(again)).toMatchObject({ state: 'refunded' });
    expect(await statesOf(taken.statementReference)).toEqual(['returned', 'refunded']);
  });

  it('gives back what we collected ourselves', async () => {
    const charge = await knownCharge(subject);
    await collect(bank, charge);

    const answer = await bank.refund({ ...charge, attemptKey: randomUUID(), reference: randomUUID() });

    expect(answer).toMatchObject({ state: 'refunded', amountMinor: 375 });
  });

  it('gives nothing back where nothing was taken', async () => {
    const refused = await knownCharge(subject);

    expect(await bank.refund({ ...refused, reference: randomUUID() })).toMatchObject({
      state: 'declined',
      declineCode: 'card_not_found',
    });
  });
}

function judgeQuestions({ bank, ...subject }: BankUnderTest): void {
  it('does not know what it was never asked for', async () => {
    expect(await bank.find(randomUUID())).toBe('unknown');
  });

  it('knows by our reference what is held and what was taken', async () => {
    const charge = await knownCharge({ bank, ...subject });

    const held = await bank.authorise(charge);
    expect(await bank.find(charge.reference)).toEqual(held);

    await collect(bank, charge);
    expect(await bank.find(charge.reference)).toEqual({ ...held, state: 'captured' });
  });

  it('reports the money that moved on a day, and nothing that did not', async () => {
    const [taken, held] = [await knownCharge({ bank, ...subject }), await knownCharge({ bank, ...subject })];
    await collect(bank, taken);
    await bank.authorise(held);
    const refund = { ...newCharge(), statementReference: taken.statementReference, amountMinor: 50 };
    await bank.refund(refund);

    const today = await bank.report(new Date().toISOString().slice(0, 10));

    const ours = today.filter(({ reference }) => [taken, held, refund].some((one) => one.reference === reference));
    const { statementReference } = taken;
    expect(ours).toMatchObject([
      { kind: 'charge', reference: taken.reference, statementReference, amountMinor: 375, currency: 'CAD' },
      { kind: 'refund', reference: refund.reference, statementReference, amountMinor: 50, currency: 'CAD' },
    ]);
    expect(new Set(today.map(({ kind, bankReference }) => `${kind} ${bankReference}`)).size).toBe(today.length);
    expect(await bank.report('2020-02-29')).toEqual([]);
  });
}

function judgeEvents({ bank, signedEvent, otherEvent, ...subject }: BankUnderTest): void {
  async function takenCharge(): Promise<Charge> {
    const charge = await knownCharge({ bank, signedEvent, otherEvent, ...subject });
    await collect(bank, charge);
    return charge;
  }

  it('reads what the bank signed; a repetition has the same id', async () => {
    const { reference } = await takenCharge();
    const { rawBody, headers } = await signedEvent(reference);

    const event = bank.readWebhook(rawBody, headers);

    expect(event).toMatchObject({ reference, answer: { state: 'captured', amountMinor: 375, currency: 'CAD' } });
    expect(event?.answer).toEqual(await bank.find(reference));
    expect(bank.readWebhook(rawBody, headers)?.id).toBe(event?.id);
  });

  it('has no use for what is about nothing of ours', async () => {
    const { rawBody, headers } = await otherEvent();

    expect(bank.readWebhook(rawBody, headers)).toBeUndefined();
  });

  it('believes no other bytes, no other key, no old call, and none without a signature', async () => {
    const { reference } = await takenCharge();
    const { rawBody, headers } = await signedEvent(reference);
    const old = await signedEvent(reference, new Date(Date.now() - 600_000));
    const forged = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, name.endsWith('signature') ? spoilt(value) : value]),
    );

    expect(() => bank.readWebhook(rawBody.replace('375', '376'), headers)).toThrow(NoBankEvent);
    expect(() => bank.readWebhook(rawBody, forged)).toThrow(NoBankEvent);
    expect(() => bank.readWebhook(rawBody, {})).toThrow(NoBankEvent);
    expect(() => bank.readWebhook(old.rawBody, old.headers)).toThrow(NoBankEvent);
  });
}

/** The same signature with its last letters changed. */
const spoilt = (signature: string): string =>
  `${signature.slice(0, -6)}${signature.endsWith('aaaaa=') ? 'bbbbb=' : 'aaaaa='}`;
