import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { instantAt, serviceDayOf } from '@tapfolio/domain/service-day.ts';
import type { SandboxBank } from '../../../../demo/bank/start-bank.ts';
import type { Operator } from '../../src/config/config.operator.ts';
import { elavon } from '../../src/feeds/elavon/format.ts';
import { enghouse } from '../../src/feeds/enghouse/format.ts';
import type { Format } from '../../src/feeds/format.ts';
import { importFolder } from '../../src/feeds/import-folder.ts';
import type { Importer } from '../../src/feeds/importer.ts';
import { productFiles } from '../../src/feeds/products/format.ts';
import { replayFiles } from '../../src/feeds/replay.ts';
import type { FileReport } from '../../src/feeds/report.ts';
import { london, writeRows } from '../feed-fixture.ts';
import { deposit, writePsv } from '../littlepay-feed.ts';
import {
  agreed,
  type DeliveredFare,
  type DeliveredMove,
  type DeliveredWindow,
  fareOf,
  isApproved,
  openWindow,
  type Row,
  rowOfMove,
  rowOfWindow,
  tapsOf,
} from './rows.ts';

/** A partner of `london` with another currency, another time zone and another beginning of the day. */
const paris: Operator = {
  code: '78',
  name: 'Paris',
  timeZone: 'Europe/Paris',
  dayCut: '04:00',
  currency: 'EUR',
  home: false,
};
/** The operators whose travel is delivered. */
export const deliveringOperators = [london, paris] as const;

/** A fare as a history asks for it. */
export interface FareWish {
  readonly card: number;
  readonly operator: number;
  readonly daysAgo: number;
  readonly time: string;
  readonly amount: number;
  readonly reason: string;
  readonly hasExit: boolean;
  readonly isTicket: boolean;
  readonly opensAtMidnight: boolean;
}

let lastNumber = 0;
/** A reference that no other history has. A correction changes its last sign. */
const newSrid = (): string => {
  lastNumber += 1;
  return `H${String(lastNumber).padStart(12, '0')}A`;
};

const turns = new WeakMap<Importer, Promise<unknown>>();

/** An importer has one connection: histories that run at the same time import one after the other. */
export async function inTurn<Result>(
  importer: Importer,
  work: (importer: Importer) => Promise<Result>,
): Promise<Result> {
  const before = turns.get(importer) ?? Promise.resolve();
  const own = before.then(() => work(importer));
  turns.set(
    importer,
    own.catch(() => {}),
  );
  return await own;
}

/**
 * A back office that delivers files about a few cards. It knows what is true, and delivers each change as a newer export; an export
 * that is late arrives after newer ones.
 */
export class BackOfficeFiles {
  readonly tokens: readonly string[];
  readonly windows: DeliveredWindow[] = [];
  readonly #importer: Importer;
  readonly #sandbox: SandboxBank;
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-history-'));
  readonly #held: { folder: string; format: Format }[] = [];
  readonly #imported: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #history = randomUUID();
  #exports = 0;

  constructor(importer: Importer, sandbox: SandboxBank, cards = 2) {
    this.#importer = importer;
    this.#sandbox = sandbox;
    this.tokens = Array.from({ length: cards }, (_, card) => `card ${card} of ${this.#history}`);
  }

  /** A fare, in the open window of its card and day or in a new one. */
  async travel(wish: FareWish, isLate: boolean): Promise<void> {
    const operator = deliveringOperators[wish.operator] ?? london;
    const token = this.tokens[wish.card] ?? '';
    const today = serviceDayOf(new Date(Date.now() - wish.daysAgo * dayMs), operator);
    const at = instantAt(today, wish.time, operator.timeZone);
    const day = serviceDayOf(at, operator);
    const known = this.windows.find(
      (window) =>
        window.token === token &&
        window.operator === operator &&
        window.stage === 'Open' &&
        serviceDayOf(window.fares[0]?.at ?? window.openedAt, operator) === day,
    );
    const window =
      known ?? this.#open(operator, token, wish.opensAtMidnight ? instantAt(day, '00:00', operator.timeZone) : at);
    const exitAt = wish.hasExit ? new Date(Date.parse(at) + 1_200_000).toISOString() : null;
    const { amount, reason, isTicket } = wish;
    const [id, tapId] = [this.#newId(operator, 'F'), this.#newId(operator, 'T')];
    const fare: DeliveredFare = { id, tapId, token, at, amount, reason, exitAt, isTicket };
    window.fares.push(fare);
    await this.deliver({ tap: tapsOf(window, fare), tr: fareOf(window, fare), pw: [rowOfWindow(window)] }, isLate);
  }

  /** Each operator numbers by itself, so that two have rows of the same id. */
  #newId(operator: Operator, kind: string): string {
    const key = `${operator.code} ${kind}`;
    const number = (this.#numbers.get(key) ?? 0) + 1;
    this.#numbers.set(key, number);
    return `${kind}${number} of ${this.#history}`;
  }

  #open(operator: Operator, token: string, openedAt: string): DeliveredWindow {
    const window = openWindow({ id: this.#newId(operator, 'W'), operator, token, srid: newSrid(), openedAt });
    this.windows.push(window);
    return window;
  }

  /** A movement of money of a window, and what the bank has in its own ledger about it. */
  async move(window: DeliveredWindow, operation: string, amount: number, response = agreed): Promise<DeliveredMove> {
    const at = new Date(
      Date.parse(window.closedAt ?? window.openedAt) + 3_600_000 * (window.moves.length + 1),
    ).toISOString();
    const id = this.#newId(window.operator, 'X');
    const move: DeliveredMove = { id, operation, amount, rrn: randomUUID().slice(0, 12), at, response };
    window.moves.push(move);
    const done =
      operation === 'REFUND'
        ? ({ kind: 'refund', state: 'refunded' } as const)
        : ({ kind: 'charge', state: 'captured' } as const);
    await this.#sandbox.remember([
      {
        id: randomUUID(),
        kind: done.kind,
        state: isApproved(move) ? done.state : 'declined',
        operatorCode: window.operator.code,
        statementReference: window.srid,
        amountMinor: amount,
        currency: window.currency,
        at,
      },
    ]);
    return move;
  }

  /** The last movement is delivered once more, under another id. */
  repeat({ moves, operator }: DeliveredWindow): void {
    const last = moves.at(-1);
    if (last !== undefined) moves.push({ ...last, id: this.#newId(operator, 'X') });
  }

  /** Delivers the window, its movements, or both. */
  async deliverWindow(window: DeliveredWindow, isLate = false): Promise<void> {
    await this.deliver({ pw: [rowOfWindow(window)] }, isLate);
  }

  async deliverMoves(window: DeliveredWindow, isLate = false): Promise<void> {
    if (window.moves.length > 0)
      await this.deliver({ tx: window.moves.map((move) => rowOfMove(window, move)) }, isLate);
  }

  /** Delivers all fares of a window and their taps again. */
  async deliverTravel(window: DeliveredWindow, isLate = false): Promise<void> {
    const { fares } = window;
    await this.deliver(
      { tap: fares.flatMap((fare) => tapsOf(window, fare)), tr: fares.flatMap((fare) => fareOf(window, fare)) },
      isLate,
    );
  }

  async chargeBack({ moves }: DeliveredWindow, { isPart = false, isLate = false } = {}): Promise<void> {
    const charge = moves.find((move) => isApproved(move) && move.operation !== 'REFUND');
    if (charge === undefined) return;
    const day = new Date(Date.now() - dayMs).toISOString();
    const back = {
      ...{ batch_type: 'C', settlement_date: `${day.slice(5, 7)}${day.slice(8, 10)}${day.slice(0, 4)}` },
      ...{ transaction_date: `${day.slice(5, 7)}${day.slice(8, 10)}${day.slice(0, 4)}` },
      chgbk_rsn_code: '4837',
    };
    const { folder, name } = this.#place('elavon');
    writePsv(folder, `${name}.txt`, [
      deposit(charge.rrn, `-$${(Math.ceil(charge.amount / (isPart ? 2 : 1)) / 100).toFixed(2)}`, back),
    ]);
    await this.#import(folder, elavon, isLate);
  }

  /** The bank has issued another card. */
  async replace(card: number, successor: number): Promise<void> {
    const row = { token: this.tokens[card] ?? '', operator_id: london.code, card_status: 'replaced' };
    const { folder, name } = this.#place('cards');
    writeRows(folder, `${name}.csv`, [{ ...row, successor_token: this.tokens[successor] ?? '' }]);
    await this.#import(folder, productFiles, false);
  }

  /** Delivers rows as one export. */
  async deliver(files: Readonly<Record<string, readonly Row[]>>, isLate: boolean): Promise<void> {
    const { folder, name } = this.#place('export');
    for (const [entity, rows] of Object.entries(files)) writeRows(folder, `${entity}-${name}.csv`, rows);
    await this.#import(folder, enghouse, isLate);
  }

  /** Imports what was late. */
  async release(): Promise<void> {
    for (const { folder, format } of this.#held.splice(0)) await this.#import(folder, format, false);
  }

  /** Reads all that was imported again. */
  async replay(): Promise<void> {
    for (const name of this.#imported) {
      const reports = await inTurn(this.#importer, (importer) => replayFiles(importer, name, () => {}));
      refuseOthers(reports);
    }
  }

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }

  #place(what: string): { folder: string; name: string } {
    this.#exports += 1;
    // Each export is a minute newer than the one before; all are of today and yesterday.
    const at = new Date(Date.now() - dayMs / 2 + this.#exports * 60_000).toISOString();
    const name = `${at.slice(0, 16).replace(':', '')}_h${this.#history}`;
    return { folder: path.join(this.#folder, `${what} ${this.#exports}`), name };
  }

  async #import(folder: string, format: Format, isLate: boolean): Promise<void> {
    if (isLate) {
      this.#held.push({ folder, format });
      return;
    }
    const reports = await inTurn(this.#importer, (importer) => importFolder(importer, folder, { format }));
    refuseOthers(reports);
    this.#imported.push(...reports.map(({ name }) => name));
  }
}

/** A correction may give two cards one reference: the later row is set aside, and its file refused. */
function refuseOthers(reports: readonly FileReport[]): void {
  const bad = reports.filter(({ status }) => status !== 'imported' && status !== 'refused');
  if (bad.length > 0) throw new Error(`a file of a history was not imported: ${JSON.stringify(bad)}`);
}
