import type {
  CardStatus,
  ChannelType,
  FareClass,
  MediumType,
  ProductStatus,
  RoundTripType,
  TripStatus,
  UserProfile,
} from '@tapfolio/domain/states.ts';
import type {
  AuthorisationRecord,
  ChargebackRecord,
  PaymentPartsRecord,
  PaymentRecord,
  SettlementRecord,
  WithdrawnSettlement,
} from './canonical-money.ts';
import type { LineRecord, StopRecord } from './canonical-timetable.ts';
import type { Sourced } from './sourced.ts';

/**
 * What every format is turned into before anything is written. Times are ISO-8601 texts in UTC, money is integer minor
 * units, ids are UUIDs, `line` is where the record stood in its file.
 */

export interface TapRecord extends Sourced {
  tapId: string;
  mediumId: string;
  tappedAt: string;
  operatorCode: string;
  direction: 'on' | 'off' | 'single';
  outcome: 'accepted' | 'refused';
  stopId: string | null;
  stopName: string | null;
  lineId: string | null;
  lineName: string | null;
  srid: string | null;
  currency: string | null;
  receivedAt: string | null;
  lastFour: string | null;
  /** Card, phone or watch; null when the delivery does not say. */
  mediumType: MediumType | null;
  /** The payment account that the card draws on, where the delivery says. */
  accountId?: string | null;
}

/** Where a trip began: the tap that began it, which tells card, start, line and stop; or card and start where no tap is known. */
export type Boarding = { tapId: string } | { mediumId: string; startedAt: string };

/**
 * A trip with its fare. What its tap says goes before what the trip says itself: payment, currency, line and the name of
 * the stop.
 */
export interface TripRecord extends Sourced {
  tripId: string;
  boarding: Boarding;
  operatorCode: string;
  srid: string | null;
  /** Null: the operator's, where the tap names none either. */
  currency: string | null;
  lineId: string | null;
  status: TripStatus;
  fareMinor: number;
  fareReason: string | null;
  fromName: string | null;
  toName: string | null;
  checkedOutAt: string | null;
  updatedAt: string;
  /** The ticket that was bought with this trip, when it was one with a validity. */
  product: TicketRecord | null;
  /** What was given back of the fare, as the delivery says; absent where it does not say. */
  refund?: { amountMinor: number; reason: string | null } | undefined;
}

/** A ticket that comes with a trip: card, price, currency and payment are the trip's. */
export interface TicketRecord {
  productId: string;
  name: string;
  description: string | null;
  validFrom: string;
  validTo: string;
  /** The back office's code of the kind of ticket. */
  fqCode: string | null;
  bookingId: string | null;
}

/** A product that comes by itself. */
export interface ProductRecord extends TicketRecord, Sourced {
  mediumId: string;
  operatorCode: string;
  amountMinor: number;
  currency: string;
  status: ProductStatus;
  fareClass: FareClass | null;
  roundTripType: RoundTripType | null;
  userProfile: UserProfile | null;
  fromTariffLocation: string | null;
  toTariffLocation: string | null;
  storedValueMinor: number | null;
  srid: string | null;
  updatedAt: string;
}

/** The sale of a package of tickets. */
export interface SalesPackageRecord extends Sourced {
  saleId: string;
  mediumId: string;
  operatorCode: string;
  soldAt: string;
  /** The package of the operator's price list, the same for every sale of it. */
  packageCode: string;
  name: string;
  description: string | null;
  amountMinor: number;
  currency: string;
  channelType: ChannelType;
}

/** What is known of a card itself. */
export interface CardRecord extends Sourced {
  mediumId: string;
  operatorCode: string;
  scheme: string | null;
  lastFour: string | null;
  mediumType: MediumType | null;
  /** Whether it is still in use, where the delivery says. */
  status?: CardStatus | null;
  /** When that was said; the time of the export when absent. */
  statusAt?: string | null;
  /** The card that the bank gave out in its place, where the delivery says. */
  successorId?: string | null;
}

/** A trip that the back office has taken back. */
export interface WithdrawnTrip extends Sourced {
  tripId: string;
  mediumId: string;
}

/** One row of a back office that tells trips and payments in pieces; see `Assembler`. */
export interface PieceRecord extends Sourced {
  pieceId: string;
  kind: string;
  /** What it belongs to. Pieces with a key in common, be it over others, are read together. */
  about: string;
  beside: string | null;
  /** A key that is read beside it, without joining what else seeks it. */
  seeks: string | null;
  /** Of two versions the one with the later rank counts, then the one of the newer export. */
  rank: string | null;
  content: object;
}

/** One line of a file as it stood there. */
export interface RawRow {
  line: number;
  text: string;
  /** The line goes on in the file: no format has rows that long, and memory must not follow whatever comes. */
  isCut?: true;
}

/** A line that could not be used, and why. */
export interface QuarantinedRow {
  line: number;
  reason: string;
  detail: string | null;
}

/** Some thousand lines of one file: the lines themselves and what was made of them. */
export interface Chunk {
  raw: RawRow[];
  quarantined: QuarantinedRow[];
  taps: TapRecord[];
  trips: TripRecord[];
  payments: PaymentRecord[];
  settlements: SettlementRecord[];
  authorisations: AuthorisationRecord[];
  products: ProductRecord[];
  salesPackages: SalesPackageRecord[];
  cards: CardRecord[];
  stops: StopRecord[];
  lines: LineRecord[];
  pieces: PieceRecord[];
  paymentParts: PaymentPartsRecord[];
  chargebacks: ChargebackRecord[];
  withdrawnTrips: WithdrawnTrip[];
  withdrawnSettlements: WithdrawnSettlement[];
}

/** A chunk for readers to fill. */
export function emptyChunk(): Chunk {
  return {
    raw: [],
    quarantined: [],
    taps: [],
    trips: [],
    payments: [],
    settlements: [],
    authorisations: [],
    products: [],
    salesPackages: [],
    cards: [],
    stops: [],
    lines: [],
    pieces: [],
    paymentParts: [],
    chargebacks: [],
    withdrawnTrips: [],
    withdrawnSettlements: [],
  };
}
