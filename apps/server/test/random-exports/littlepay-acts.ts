import fc from 'fast-check';
import { elavon } from '../../src/feeds/elavon/format.ts';
import { littlepay } from '../../src/feeds/littlepay/format.ts';
import { deposit, v3 } from '../littlepay-feed.ts';
import { act } from './act.ts';
import type { DeliveredExports } from './delivered-exports.ts';
import {
  correctedFare,
  correctedRequest,
  correctedSettlement,
  correctedTap,
  ofOtherCard,
  type Row,
} from './littlepay-corrections.ts';

/** What a back office with Littlepay and its bank may do. Each act is an export of the rows that it changes. */

const card = fc.nat({ max: 1 });
/** The days of a card on which it is charged, each with a payment. */
const day = fc.nat({ max: 1 });
/** Which of the rows that there are, counted from the newest. */
const which = fc.nat({ max: 3 });
const amount = fc.constantFrom('1.00', '2.60', '3.60');
/** The reference of the bank: of the payment alone, of all payments, or none. */
const reference = fc.constantFrom('own', 'own', 'own', 'shared', 'none');
const currency = fc.constantFrom(826, 826, 826, 978);

export const littlepayStep = fc.oneof(
  { weight: 6, arbitrary: act('travel', { card, day, amount, hasExit: fc.boolean(), isPending: fc.boolean() }) },
  { weight: 2, arbitrary: act('close', { which, amount }) },
  {
    weight: 4,
    arbitrary: act('fare', { which, what: fc.constantFrom('amount', 'day', 'card', 'deleted', 'open', 'currency') }),
  },
  { weight: 2, arbitrary: act('give', { card, day }) },
  { weight: 3, arbitrary: act('tap', { which, what: fc.constantFrom('time', 'place', 'card', 'type') }) },
  { weight: 1, arbitrary: act('unlink', { which }) },
  { weight: 1, arbitrary: act('credit', { which, amount: fc.constant('1.00') }) },
  {
    weight: 4,
    arbitrary: act('ask', {
      card,
      day,
      amount,
      status: fc.constantFrom('AUTHORISED', 'AUTHORISED', 'DECLINED', 'LOST', 'UNKNOWN'),
      request: fc.constantFrom(
        'AUTHORISATION',
        'AUTHORISATION',
        'CARD_CHECK',
        'DEBT_RECOVERY_AUTHORISATION',
        'AUTHORISATION_REVERSAL',
      ),
      code: fc.constantFrom('204', '54', '41'),
      hour: fc.nat({ max: 3 }),
      reference,
      currency,
    }),
  },
  {
    weight: 4,
    arbitrary: act('settle', {
      card,
      day,
      amount,
      status: fc.constantFrom('SETTLED', 'PENDING', 'REJECTED'),
      type: fc.constantFrom('DEBIT', 'DEBIT', 'CREDIT'),
      reference,
    }),
  },
  {
    weight: 3,
    arbitrary: act('settlement', {
      which,
      what: fc.constantFrom('SETTLED', 'PENDING', 'REJECTED', 'amount', 'day', 'currency'),
    }),
  },
  { weight: 2, arbitrary: act('refund', { which, amount, approval: fc.constantFrom('APPROVED', 'DECLINED') }) },
  { weight: 1, arbitrary: act('request', { which, of: which, what: fc.constantFrom('fare', 'payment', 'refused') }) },
  {
    weight: 2,
    arbitrary: act('describe', {
      card,
      scheme: fc.constantFrom('VISA', 'MASTERCARD', ''),
      form: fc.constantFrom('', 'Apple phone'),
    }),
  },
  { weight: 2, arbitrary: act('adjust', { which, applied: fc.boolean() }) },
  { weight: 1, arbitrary: act('define', { days: fc.constantFrom('', '7'), text: fc.constantFrom('Cap', 'Day cap') }) },
  { weight: 1, arbitrary: act('buy', { which }) },
  { weight: 1, arbitrary: act('deny', { which, denied: fc.constantFrom('true', 'false') }) },
  {
    weight: 3,
    arbitrary: act('deposit', { card, day, amount, sign: fc.constantFrom('$', '$', '-$'), reference, currency }),
  },
  { weight: 1, arbitrary: act('charge back', { card, day, amount }) },
);

export type LittlepayStep = typeof littlepayStep extends fc.Arbitrary<infer Step> ? Step : never;
type Entity = keyof typeof entities;

const entities = {
  taps: 'device-transactions',
  links: 'links',
  fares: 'micropayments',
  answers: 'authorisations',
  settlements: 'settlements',
  refunds: 'refunds',
  cards: 'cards',
  adjustments: 'adjustments',
  definitions: 'products',
  purchases: 'purchases',
  denials: 'terminal-transactions',
};

/** A back office that delivers its rows as they are now. */
export class LittlepayBackOffice {
  readonly #exports: DeliveredExports;
  readonly #rows: Record<Entity, Row[]> = {
    ...{ taps: [], links: [], fares: [], answers: [], settlements: [], refunds: [], cards: [] },
    ...{ adjustments: [], definitions: [], purchases: [], denials: [] },
  };
  #number = 0;

  constructor(exports: DeliveredExports) {
    this.#exports = exports;
  }

  take(step: LittlepayStep): void {
    if (step.act === 'deposit')
      this.#deliverBank(step, { amount: `${step.sign}${step.amount}`, currency_code: step.currency });
    else if (step.act === 'charge back')
      this.#deliverBank(step, { amount: `-$${step.amount}`, batch_type: 'C', chgbk_rsn_code: '4837' });
    else this.#deliver(this.#change(step));
  }

  #change(step: Exclude<LittlepayStep, { act: 'deposit' | 'charge back' }>): Partial<Record<Entity, Row[]>> {
    const number = this.#next();
    switch (step.act) {
      case 'travel':
        return this.#travel(step, number);
      case 'close':
        return this.#close(step, number);
      case 'fare':
        return this.#correct('fares', step.which, (fare) => correctedFare(fare, step.what));
      case 'give':
        return this.#give(aggregationOf(step));
      case 'tap':
        return this.#correct('taps', step.which, (tap) => correctedTap(tap, step.what));
      case 'unlink':
        return this.#correct('links', step.which, (link) => ({ ...link, micropayment_id: `M${number}` }));
      case 'credit':
        return this.#credit(step, number);
      case 'ask':
        return this.#ask(step);
      case 'settle':
        return this.#settle(step, number);
      case 'settlement':
        return this.#correct('settlements', step.which, (one) => correctedSettlement(one, step.what));
      case 'request':
        return this.#correct('refunds', step.which, (one) =>
          correctedRequest(one, step.what, this.#newest('fares', step.of)),
        );
      case 'describe': {
        const { scheme: card_scheme, form: form_factor } = step;
        return { cards: [v3.card(cardOf(step), { card_scheme, form_factor })] };
      }
      case 'define': {
        const more = { number_of_days_in_cap_window: step.days, product_description: step.text };
        return { definitions: [v3.product('cap', more)] };
      }
      default:
        return this.#about(step, number);
    }
  }

  /** Gives the payment of a day to the other card, with all that names it. */
  #give(aggregation: string): Partial<Record<Entity, Row[]>> {
    const given: Partial<Record<Entity, Row[]>> = {};
    for (const entity of ['fares', 'settlements'] as const) {
      const rows = this.#rows[entity].filter((row) => row.aggregation_id === aggregation);
      const changed = new Map(rows.map((row) => [row, ofOtherCard(row)]));
      this.#rows[entity] = this.#rows[entity].map((row) => changed.get(row) ?? row);
      if (rows.length > 0) given[entity] = [...changed.values()];
    }
    return given;
  }

  /** Rows that name a fare or a tap. */
  #about(
    step: Extract<LittlepayStep, { act: 'refund' | 'adjust' | 'buy' | 'deny' }>,
    number: number,
  ): Partial<Record<Entity, Row[]>> {
    const fare = this.#newest('fares', step.which)?.micropayment_id;
    const tap = this.#newest('taps', step.which)?.littlepay_transaction_id;
    if (typeof fare !== 'string' || typeof tap !== 'string') return {};
    if (step.act === 'refund')
      return this.#add({ refunds: [v3.refund(`R${number}`, fare, step.amount, { approval_status: step.approval })] });
    if (step.act === 'adjust')
      return { adjustments: [v3.adjustment(fare, `J ${fare}`, { applied: String(step.applied) })] };
    if (step.act === 'buy') return { purchases: [v3.purchase(tap, `P${number}`)] };
    return { denials: [v3.terminal(tap, step.denied)] };
  }

  #travel(
    { card, day, amount, hasExit, isPending }: Extract<LittlepayStep, { act: 'travel' }>,
    number: number,
  ): Partial<Record<Entity, Row[]>> {
    const [tap, fare] = [`T${number}`, `M${number}`];
    const ofCard = { funding_source_id: cardOf({ card }), customer_id: `customer of ${cardOf({ card })}` };
    const at = (minutes: number) => new Date(Date.UTC(2025, 9, 10 + day, 8, number * 30 + minutes)).toISOString();
    const charge = isPending ? { charge_type: 'pending_charge_fare' } : {};
    const taps = [v3.tap(tap, at(0), { ...ofCard, type: hasExit ? 'on' : 'single' })];
    const links = [v3.link(tap, fare)];
    if (hasExit) {
      taps.push(v3.tap(`${tap}x`, at(20), { ...ofCard, type: 'off', location_name: 'Exit' }));
      links.push(v3.link(`${tap}x`, fare));
    }
    const fares = [v3.fare(fare, aggregationOf({ card, day }), amount, { ...ofCard, ...charge })];
    return this.#add({ taps, links, fares });
  }

  /** The fare of a journey that is closed, which has the tap of a fare that was set before. */
  #close({ which, amount }: { which: number; amount: string }, number: number): Partial<Record<Entity, Row[]>> {
    const before = this.#newest('fares', which);
    const link = this.#rows.links.find((one) => one.micropayment_id === before?.micropayment_id);
    if (!before || !link) return {};
    const closed = { type: 'DEBIT', charge_type: 'flat_fare', charge_amount: amount };
    const fare = { ...before, micropayment_id: `M${number}`, ...closed };
    return this.#add({ fares: [fare], links: [{ ...link, micropayment_id: `M${number}` }] });
  }

  #credit({ which, amount }: { which: number; amount: string }, number: number): Partial<Record<Entity, Row[]>> {
    const before = this.#newest('fares', which);
    const link = this.#rows.links.find((one) => one.micropayment_id === before?.micropayment_id);
    if (!before || !link) return {};
    const credit = { ...before, micropayment_id: `C${number}`, type: 'CREDIT', charge_amount: `-${amount}` };
    return this.#add({ fares: [credit], links: [{ ...link, micropayment_id: `C${number}` }] });
  }

  #ask(step: Extract<LittlepayStep, { act: 'ask' }>): Partial<Record<Entity, Row[]>> {
    const { amount, status, request: request_type, code, hour, currency: currency_code } = step;
    const at = new Date(Date.UTC(2025, 9, 11 + step.day, 3 + hour)).toISOString();
    const response_code = status === 'AUTHORISED' ? '100' : code;
    const more = { amount, request_type, response_code, currency_code, retrieval_reference_number: rrnOf(step) };
    return { answers: [v3.answer(aggregationOf(step), at, status, more)] };
  }

  #settle(step: Extract<LittlepayStep, { act: 'settle' }>, number: number): Partial<Record<Entity, Row[]>> {
    const { amount, status: settlement_status, type: settlement_type } = step;
    const at = new Date(Date.UTC(2025, 9, 11 + step.day, 5, number)).toISOString();
    const more = {
      ...{ settlement_status, settlement_type, funding_source_id: cardOf(step) },
      retrieval_reference_number: rrnOf(step),
      ...{ request_created_timestamp_utc: at, response_created_timestamp_utc: at },
    };
    return this.#add({ settlements: [v3.settlement(`S${number}`, aggregationOf(step), amount, more)] });
  }

  #deliverBank(of: Parameters<typeof rrnOf>[0], more: Row): void {
    const row = deposit(rrnOf(of), '$0.00', { trn_ref_num: `bank ${this.#next()}`, ...more });
    this.#exports.write({ format: elavon, separator: '|', files: { deposits: [row] } });
  }

  #next(): number {
    this.#number += 1;
    return this.#number;
  }

  #newest(entity: Entity, at: number): Row | undefined {
    const rows = this.#rows[entity];
    return rows.toReversed()[at % Math.max(1, rows.length)];
  }

  #add(rows: Partial<Record<Entity, Row[]>>): Partial<Record<Entity, Row[]>> {
    for (const [entity, added] of Object.entries(rows)) this.#rows[entity as Entity].push(...added);
    return rows;
  }

  #correct(entity: Entity, at: number, change: (row: Row) => Row): Partial<Record<Entity, Row[]>> {
    const row = this.#newest(entity, at);
    if (!row) return {};
    const corrected = change(row);
    this.#rows[entity] = this.#rows[entity].map((one) => (one === row ? corrected : one));
    return { [entity]: [corrected] };
  }

  #deliver(rows: Partial<Record<Entity, Row[]>>): void {
    const record_updated_timestamp_utc = this.#exports.nextAt;
    const files = Object.entries(rows).map(
      ([entity, some]) =>
        [entities[entity as Entity], some.map((row) => ({ ...row, record_updated_timestamp_utc }))] as const,
    );
    if (files.length > 0) this.#exports.write({ format: littlepay, separator: '|', files: Object.fromEntries(files) });
  }
}

const cardOf = ({ card }: { card: number }): string => `card ${card}`;
const aggregationOf = ({ card, day }: { card: number; day: number }): string => `A${card}${day}`;
const rrnOf = ({ reference = 'own', ...of }: { card: number; day: number; reference?: string }): string =>
  reference === 'none' ? '' : `rrn of ${reference === 'own' ? aggregationOf(of) : 'all'}`;
