import fc from 'fast-check';
import { elavon } from '../../src/feeds/elavon/format.ts';
import { enghouse } from '../../src/feeds/enghouse/format.ts';
import {
  type DeliveredFare,
  type DeliveredMove,
  type DeliveredWindow,
  dueOf,
  fareOf,
  openWindow,
  type Row,
  rowOfMove,
  rowOfWindow,
  tapsOf,
} from '../back-office-files/rows.ts';
import { london } from '../feed-fixture.ts';
import { deposit } from '../littlepay-feed.ts';
import { act } from './act.ts';
import type { DeliveredExports } from './delivered-exports.ts';

/** What a back office with Enghouse and its bank may do. Each act is an export of the rows that it changes. */

const card = fc.nat({ max: 1 });
const day = fc.nat({ max: 1 });
/** Which of the fares or payments that there are, counted from the newest. */
const which = fc.nat({ max: 3 });

export const enghouseStep = fc.oneof(
  { weight: 6, arbitrary: act('travel', { card, day, hasExit: fc.boolean(), isTicket: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: act('correct', {
      which,
      what: fc.constantFrom('fare', 'time', 'card', 'reference', 'opening', 'exit', 'end of the exit', 'stop'),
    }),
  },
  {
    weight: 4,
    arbitrary: act('settle', { which, stage: fc.constantFrom('Closed', 'Debt', 'Open'), isPaid: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: act('move', {
      which,
      operation: fc.constantFrom('ONLINE_CLEARING', 'ONLINE_CLEARING', 'DEBT_RECOVERY_AUTO', 'REFUND', 'CARD_VERIFY'),
      response: fc.constantFrom('000', '000', '051', '054', '041'),
    }),
  },
  { weight: 3, arbitrary: act('correct a movement', { which, response: fc.constantFrom('000', '051', '054') }) },
  { weight: 1, arbitrary: act('charge back', { which, currency: fc.constantFrom(826, 978, '') }) },
);

export type EnghouseStep = typeof enghouseStep extends fc.Arbitrary<infer Step> ? Step : never;

/** A back office that delivers its rows as they are now. */
export class EnghouseBackOffice {
  readonly windows: DeliveredWindow[] = [];
  readonly #exports: Pick<DeliveredExports, 'write'>;
  /** What an exit says beside what its fare says. */
  readonly #exits = new Map<string, Row>();
  #number = 0;

  constructor(exports: Pick<DeliveredExports, 'write'>) {
    this.#exports = exports;
  }

  take(step: EnghouseStep): void {
    const window = step.act === 'travel' ? undefined : this.#newest(step.which);
    if (step.act === 'travel') this.#travel(step);
    else if (!window) return;
    else if (step.act === 'correct') this.#correct(window, step.what);
    else if (step.act === 'settle') this.#settle(window, step);
    else this.#moveMoney(window, step);
  }

  #travel({ card, day, hasExit, isTicket }: Extract<EnghouseStep, { act: 'travel' }>): void {
    const number = this.#next();
    const token = `card ${card}`;
    const at = new Date(Date.UTC(2025, 9, 10 + day, 8, number * 30)).toISOString();
    const window = this.#windowOf(token, at);
    const exitAt = hasExit ? new Date(Date.parse(at) + 1_200_000).toISOString() : null;
    const amount = 100 + number * 10;
    const fare: DeliveredFare = {
      id: `M${number}`,
      tapId: `T${number}`,
      token,
      at,
      amount,
      reason: '',
      exitAt,
      isTicket,
    };
    window.fares.push(fare);
    this.#deliver({ tap: this.#tapsOf(window, fare), tr: fareOf(window, fare), pw: [rowOfWindow(window)] });
  }

  #windowOf(token: string, at: string): DeliveredWindow {
    const known = this.windows.find((one) => one.token === token && one.openedAt.slice(0, 10) === at.slice(0, 10));
    if (known) return known;
    const number = this.#next();
    const srid = `ABCDEFGHJK${number + 1000}`;
    const window = openWindow({ id: `W${number}`, operator: london, token, srid, openedAt: at });
    this.windows.push(window);
    return window;
  }

  #correct(window: DeliveredWindow, what: string): void {
    const fare = window.fares.at(-1);
    if (!fare) return;
    if (what === 'fare') fare.amount += 5;
    if (what === 'time') fare.at = new Date(Date.parse(fare.at) - 600_000).toISOString();
    if (what === 'card') fare.token = fare.token === 'card 0' ? 'card 1' : 'card 0';
    if (what === 'reference') window.srid = `ABCDEFGHJK${this.#next() + 1000}`;
    if (what === 'opening') window.openedAt = new Date(Date.parse(window.openedAt) - 600_000).toISOString();
    if (what === 'exit') this.#changeExit(fare, { fare_mode: 'on' });
    if (what === 'end of the exit')
      this.#changeExit(fare, { terminal_date: new Date(Date.parse(fare.at) + 1_500_000).toISOString() });
    if (what === 'stop') this.#changeExit(fare, { stop_id: 'S3', stop_name: 'Third Street' });
    const taps = window.fares.flatMap((one) => this.#tapsOf(window, one));
    const ofFare = what === 'fare' || what === 'time' ? { tr: fareOf(window, fare) } : {};
    const ofWindow = what === 'reference' || what === 'opening' ? { pw: [rowOfWindow(window)] } : {};
    this.#deliver({ tap: taps, ...ofFare, ...ofWindow });
  }

  #changeExit({ tapId }: DeliveredFare, change: Row): void {
    this.#exits.set(tapId, { ...this.#exits.get(tapId), ...change });
  }

  #settle(window: DeliveredWindow, { stage, isPaid }: Extract<EnghouseStep, { act: 'settle' }>): void {
    window.stage = stage;
    window.closedAt = stage === 'Open' ? null : new Date(Date.parse(window.openedAt) + 72_000_000).toISOString();
    window.settled = isPaid ? dueOf(window) : 0;
    this.#deliver({ pw: [rowOfWindow(window)] });
  }

  #moveMoney(
    window: DeliveredWindow,
    step: Extract<EnghouseStep, { act: 'move' | 'correct a movement' | 'charge back' }>,
  ): void {
    if (step.act === 'move') window.moves.push(this.#moveOf(step));
    const move = window.moves.at(-1);
    if (!move) return;
    if (step.act === 'charge back') {
      this.#chargeBack(move, step.currency);
      return;
    }
    move.response = step.response;
    this.#deliver({ tx: [rowOfMove(window, move)] });
  }

  #moveOf({ operation, response }: Extract<EnghouseStep, { act: 'move' }>): DeliveredMove {
    const number = this.#next();
    const at = new Date(Date.UTC(2025, 9, 12, 4, number)).toISOString();
    return { id: `X${number}`, operation, amount: 100, rrn: `rrn ${number}`, at, response };
  }

  #chargeBack({ rrn, amount }: DeliveredMove, currency_code: number | string): void {
    const back = { batch_type: 'C', currency_code, chgbk_rsn_code: '4837', trn_ref_num: `bank ${this.#next()}` };
    const files = { deposits: [deposit(rrn, `-$${(amount / 100).toFixed(2)}`, back)] };
    this.#exports.write({ format: elavon, separator: '|', files });
  }

  #tapsOf(window: DeliveredWindow, fare: DeliveredFare): Row[] {
    const [boarding, ...others] = tapsOf(window, fare);
    return [...(boarding ? [boarding] : []), ...others.map((exit) => ({ ...exit, ...this.#exits.get(fare.tapId) }))];
  }

  #newest(at: number): DeliveredWindow | undefined {
    return this.windows.toReversed()[at % Math.max(1, this.windows.length)];
  }

  #next(): number {
    this.#number += 1;
    return this.#number;
  }

  #deliver(files: Readonly<Record<string, readonly Row[]>>): void {
    this.#exports.write({ format: enghouse, separator: ';', files });
  }
}
