import type { CardStatus } from '@tapfolio/domain/card-status.ts';
import type { MediumType } from '@tapfolio/domain/states.ts';
import type { authorisations, settlements, withdrawnAuthorisations, withdrawnSettlements } from './acquirer.table.ts';
import type { chargebacks } from './chargebacks.table.ts';
import type { RecordOf, Sourced } from './feed-table.ts';
import type { paymentOwners, paymentParts, payments } from './payments.table.ts';
import type { pieces } from './pieces.table.ts';
import type { products, salesPackages, withdrawnProducts } from './products.table.ts';
import type { taps } from './taps.table.ts';
import type { lines, stops } from './timetable.table.ts';
import type { fares, withdrawnTrips } from './trips.table.ts';

/*
 * What every format is turned into before anything is written. The fields of a record are the columns that it fills, as
 * its table lists them; a record says more where another table takes something from it too. Times are ISO-8601 texts in
 * UTC, money is integer minor units, ids are UUIDs, `line` is where the record stood in its file.
 */

/** What a row says about its card, in addition to its own subject. */
interface CardFacts {
  /** The payment account that the card draws on, where the delivery says. */
  accountId?: string | null;
}

export interface TapRecord extends RecordOf<typeof taps>, CardFacts {
  lastFour: string | null;
  /** Card, phone or watch; null when the delivery does not say. */
  mediumType: MediumType | null;
}

/**
 * A trip with its fare. What its tap says goes before what the trip says itself: payment, currency, line and the name of
 * the stop.
 */
export type TripRecord = RecordOf<typeof fares>;

/** A trip that the back office has taken back. */
export type WithdrawnTrip = RecordOf<typeof withdrawnTrips>;

export type PaymentRecord = RecordOf<typeof payments>;

/** Which card a payment belongs to, as its row says. */
export type PaymentOwnerRecord = RecordOf<typeof paymentOwners>;

/** A payment that is delivered in parts. */
export interface PaymentPartsRecord extends RecordOf<typeof paymentParts> {
  /** The bank's answer that says how far it is; null where none does. */
  answer: {
    at: string;
    /** Whether it ends what the bank has agreed to before. */
    endsAgreement: boolean;
  } | null;
}

export interface SettlementRecord extends RecordOf<typeof settlements>, CardFacts {
  scheme: string | null;
}

/** A movement of money that another row replaces. */
export type WithdrawnSettlement = RecordOf<typeof withdrawnSettlements>;

export interface AuthorisationRecord extends RecordOf<typeof authorisations>, CardFacts {
  scheme: string | null;
}

/** A question to the bank that no longer counts. */
export type WithdrawnAuthorisation = RecordOf<typeof withdrawnAuthorisations>;

/** A charge that the bank took back from the operator. */
export type ChargebackRecord = RecordOf<typeof chargebacks>;

/** A product that is delivered by itself. */
export type ProductRecord = RecordOf<typeof products>;

/** A product that belongs to another card since. */
export type WithdrawnProduct = RecordOf<typeof withdrawnProducts>;

/** The sale of a package of tickets. */
export type SalesPackageRecord = RecordOf<typeof salesPackages>;

export type StopRecord = RecordOf<typeof stops>;

export type LineRecord = RecordOf<typeof lines>;

/** One row of a back office that delivers trips and payments in pieces; see `Assembler`. */
export type PieceRecord = RecordOf<typeof pieces>;

/** What is known of a card itself. It is collected over a file and written once. */
export interface CardRecord extends Sourced {
  mediumId: string;
  operatorCode: string;
  scheme: string | null;
  lastFour: string | null;
  mediumType: MediumType | null;
  /** Whether it is still in use, where the delivery says. */
  status?: CardStatus | null;
  /** The time of that information; absent if it is the time of the export. */
  statusAt?: string | null;
  /** The payment that the bank was asked for when it said so, where that may be another card's. */
  srid?: string;
  /** The card that the bank gave out in its place, where the delivery says. */
  successorId?: string | null;
}

/** One line of a file in its original form. */
export interface RawRow {
  line: number;
  text: string;
  /** The line continues in the file: no format has rows that long, and memory must not grow with it. */
  isCut?: true;
}

/** A line that could not be used, and why. */
export interface QuarantinedRow {
  line: number;
  reason: string;
  detail: string | null;
}

/** Where the row of a record stands among those that were delivered, as tables name it. */
export interface DeliveredRow {
  file_id: number;
  line_number: number;
}

/** Sets rows aside that are staged already. They may be set aside again. */
export interface Quarantine {
  addStaged(rows: readonly DeliveredRow[], reason: string): Promise<void>;
}

/** What is written of a delivery, by the kinds of records. Each kind has a staging table (`writer/staging.queries.ts`). */
export interface Delivered {
  taps: TapRecord;
  trips: TripRecord;
  payments: PaymentRecord;
  settlements: SettlementRecord;
  authorisations: AuthorisationRecord;
  products: ProductRecord;
  salesPackages: SalesPackageRecord;
  stops: StopRecord;
  lines: LineRecord;
  pieces: PieceRecord;
  paymentParts: PaymentPartsRecord;
  paymentOwners: PaymentOwnerRecord;
  chargebacks: ChargebackRecord;
  withdrawnTrips: WithdrawnTrip;
  withdrawnSettlements: WithdrawnSettlement;
  withdrawnAuthorisations: WithdrawnAuthorisation;
  withdrawnProducts: WithdrawnProduct;
}

/** Records of each kind. */
export type DeliveredRecords = { [Kind in keyof Delivered]: Delivered[Kind][] };

/** Some thousand lines of one file: the lines themselves and what was made of them. */
export interface Chunk extends DeliveredRecords {
  raw: RawRow[];
  quarantined: QuarantinedRow[];
  cards: CardRecord[];
}
