import { dayMs } from '@tapfolio/domain/durations.ts';
import type { Operator } from '../../src/config/config.operator.ts';

const currencyNumbers: Readonly<Record<string, string>> = { GBP: '826', EUR: '978' };

/** The code of the acquirer for money that moved. */
export const agreed = '000';

/** A row of a file, by its columns. */
export type Row = Readonly<Record<string, string | number>>;

/** A movement of money that the back office requested. */
export interface DeliveredMove {
  readonly id: string;
  operation: string;
  amount: number;
  readonly rrn: string;
  readonly at: string;
  /** The code of the acquirer; 000 when it agreed. */
  response: string;
}

/** Whether a movement moved money. */
export const isApproved = ({ response }: DeliveredMove): boolean => response === agreed;

/** A fare with the tap that it belongs to. */
export interface DeliveredFare {
  readonly id: string;
  readonly tapId: string;
  token: string;
  at: string;
  amount: number;
  readonly reason: string;
  readonly exitAt: string | null;
  /** A ticket was bought with the tap. */
  readonly isTicket: boolean;
}

/** A payment window as the back office knows it. */
export interface DeliveredWindow {
  readonly id: string;
  readonly operator: Operator;
  readonly token: string;
  srid: string;
  /** That of the taps; the operator's until a correction says otherwise. */
  currency: string;
  openedAt: string;
  closedAt: string | null;
  readonly fares: DeliveredFare[];
  readonly moves: DeliveredMove[];
  stage: string;
  settled: number;
  debtSettled: number;
  discount: number;
}

/** A window in which nothing has happened yet. */
export const openWindow = (
  opened: Pick<DeliveredWindow, 'id' | 'operator' | 'token' | 'srid' | 'openedAt'>,
): DeliveredWindow => ({
  ...opened,
  currency: opened.operator.currency,
  closedAt: null,
  fares: [],
  moves: [],
  stage: 'Open',
  settled: 0,
  debtSettled: 0,
  discount: 0,
});

/** What a window costs. */
export const dueOf = ({ fares, discount }: DeliveredWindow): number =>
  Math.max(0, fares.reduce((sum, { amount }) => sum + amount, 0) - discount);

/** The rows of the taps of a fare. */
export function tapsOf({ operator, srid, currency }: DeliveredWindow, fare: DeliveredFare): Row[] {
  const tap = {
    tap_id: fare.tapId,
    token: fare.token,
    terminal_date: fare.at,
    payment_reference: srid,
    operator_id: operator.code,
    currency: currencyNumbers[currency] ?? '',
    fare_mode: fare.exitAt === null ? 'single' : 'on',
    stop_id: 'S1',
    stop_name: 'First Street',
    line_name: 'Bus 5',
    line_public_number: '5',
    masked_pan: '424242******4242',
  };
  if (fare.exitAt === null) return [tap];
  const exit = { tap_id: `${fare.tapId} exit`, terminal_date: fare.exitAt, fare_mode: 'off', stop_id: 'S2' };
  return [tap, { ...tap, ...exit }];
}

/** The row of a fare. */
export function fareOf({ operator }: DeliveredWindow, fare: DeliveredFare): Row[] {
  const end = fare.isTicket ? new Date(Date.parse(fare.at) + dayMs).toISOString() : (fare.exitAt ?? fare.at);
  return [
    {
      id: fare.id,
      tap_id: fare.tapId,
      amount: fare.amount,
      operator_id: operator.code,
      start_dttm: fare.at,
      end_dttm: end,
      reason: fare.reason,
      ticket_type: fare.isTicket ? 'Day ticket' : '',
      ticket_code: fare.isTicket ? 'D24' : '',
    },
  ];
}

/** The row of a payment window. */
export function rowOfWindow(window: DeliveredWindow): Row {
  return {
    id: window.id,
    token: window.token,
    amount_settled: window.settled,
    amount_to_settle: dueOf(window),
    debt_settled: window.debtSettled,
    stage: window.stage,
    payment_reference: window.srid,
    open_date: window.openedAt,
    close_date: window.closedAt ?? '',
    operator_id: window.operator.code,
  };
}

/** The row of a movement of money. */
export function rowOfMove(
  { srid, token, operator }: DeliveredWindow,
  { id, operation, at, amount, response, rrn }: DeliveredMove,
): Row {
  return {
    id,
    operation,
    timestamp: at,
    amount,
    payment_reference: srid,
    spdh_response: response,
    token,
    rrn,
    brand: 'VISA',
    operatorid: operator.code,
  };
}
