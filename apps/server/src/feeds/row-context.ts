import { createSecretKey, type KeyObject } from 'node:crypto';
import { isStatementReference } from '@tapfolio/domain/statement-reference.ts';
import type { Operator } from '../config/config.operator.ts';
import type { Operators } from '../config/operators.ts';
import { hashedUuid, keyedUuid } from '../lib/hashing.ts';
import { longest, text, type YearRange } from './text/values.ts';
import type { Chunk } from './writer/canonical.ts';

/* What the readers of rows know, and the records that they fill. */

/** What a reader says of where it is. */
export interface ReaderPlace {
  readonly deviceId: string | null;
  readonly locationId: string | null;
  readonly locationName: string | null;
}

/** A stop as the timetable calls it. */
export interface Place {
  readonly stopId: string | null;
  readonly stopName: string | null;
}

/** Tells where readers are that name no stop. */
export interface ReaderStops {
  find(operatorCode: string, reader: ReaderPlace): Place | undefined;
}

export interface RowContextOptions {
  operators: Operators;
  mediumKey: Uint8Array;
  exportedAt: string;
  /** How many characters passengers can type of a reference; unknown, nothing is said of others. */
  referenceLengths?: readonly number[] | undefined;
  /** The place of readers that name no stop. */
  stopMaps?: ReaderStops | undefined;
  /** First rows of earlier exports of this kind, the newest first. */
  headersBefore?: readonly string[] | undefined;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** A card comes back within a file, mostly within the same hours; beyond this many the memory starts over. */
const rememberedTokens = 50_000;

/** No row is older than the first systems by which cards pay for travel: an older year is a typing error. */
export const firstYear = 2010;

/** The most different notes of one file; a broken file would have a different one for every row. */
const mostNotes = 50;

/** What the readers of single rows share while one file is read. */
export class RowContext {
  readonly exportedAt: string;
  /** Years in which a tap, payment or request may lie. */
  readonly years: YearRange;
  /** Years for the end of a ticket's validity. */
  readonly validityYears: YearRange;
  /** First rows of earlier exports of this kind, the newest first; none while stored rows are read again. */
  readonly headersBefore: readonly string[];
  /** Notes for the administrator, each with its number. */
  readonly notes = new Map<string, number>();
  /** Columns that are read, that the export before had and that this file lacks. */
  readonly lostColumns: string[] = [];
  readonly #operators: Operators;
  readonly #mediumKey: KeyObject;
  readonly #referenceLengths: readonly number[] | undefined;
  readonly #stopMaps: ReaderStops | undefined;
  readonly #media = new Map<string, string>();

  constructor(options: RowContextOptions) {
    const year = Number(options.exportedAt.slice(0, 4));
    this.exportedAt = options.exportedAt;
    this.years = { first: firstYear, last: year + 1 };
    this.validityYears = { first: firstYear, last: year + 20 };
    this.headersBefore = options.headersBefore ?? [];
    this.#operators = options.operators;
    this.#mediumKey = createSecretKey(options.mediumKey);
    this.#referenceLengths = options.referenceLengths;
    this.#stopMaps = options.stopMaps;
  }

  /** The operator a row names; one that is not configured counts as the home operator, and that is noted. */
  operator(code: string | null): Operator {
    const known = code === null ? undefined : this.#operators.find(code);
    if (known) return known;
    this.note(`operator ${code?.slice(0, 50) ?? '(none)'} is not configured; counted as ${this.#operators.home.code}`);
    return this.#operators.home;
  }

  note(text: string): void {
    const told = this.notes.has(text) || this.notes.size < mostNotes ? text : 'further notes';
    this.notes.set(told, (this.notes.get(told) ?? 0) + 1);
  }

  mediumId(token: string): string {
    const known = this.#media.get(token);
    if (known) return known;
    if (this.#media.size >= rememberedTokens) this.#media.clear();
    text(token, 'token', longest.id);
    const mediumId = keyedUuid(this.#mediumKey, token);
    // A copy: a piece cut out of a text would keep all of that text in memory.
    this.#media.set(Buffer.from(token).toString(), mediumId);
    return mediumId;
  }

  /** The id of a payment account by its reference (PAR): a keyed hash, which no token has. */
  accountId(reference: string | null): string | null {
    return reference === null ? null : this.mediumId(`payment account ${reference}`);
  }

  /**
   * The delivered id if it is a UUID, else one derived from it; ids are unique per operator only. The id is the same for all spellings of a
   * configured operator, and for rows without an operator, so that a fare finds its tap. Ids of an operator that is
   * not configured are kept separate: the home operator may use the same ids for other things.
   */
  id(noun: string, operatorCode: string | null, delivered: string): string {
    if (uuidPattern.test(delivered)) return delivered.toLowerCase();
    text(delivered, `${noun} id`, longest.id);
    return hashedUuid(`${noun}:${this.codeInIds(operatorCode)}:${delivered}`);
  }

  /** The code that separates the ids of one operator from another's. */
  codeInIds(operatorCode: string | null): string {
    if (operatorCode === null) return this.#operators.home.code;
    return this.#operators.find(operatorCode)?.code ?? operatorCode;
  }

  /** The stop where a tap was: the one that is configured for its place or its reader, else what the reader said. */
  place(operatorCode: string, reader: ReaderPlace): Place {
    const { locationId: stopId, locationName: stopName } = reader;
    return this.#stopMaps?.find(operatorCode, reader) ?? { stopId, stopName };
  }

  /** Whether this format delivers the money of an operator, if two formats deliver the same travel. */
  isMoneyFrom(format: string, { moneyFrom }: Operator): boolean {
    return moneyFrom === undefined || moneyFrom === format;
  }

  /** Whether two formats deliver the same travel of an operator: then one may have changed what the other only repeats. */
  get sharesTravel(): boolean {
    return this.#operators.list.some(({ moneyFrom }) => moneyFrom !== undefined);
  }

  /** Whether a row of the bank is of another merchant; that is noted. A row that names none counts as ours. */
  isOtherMerchant(number: string | null): boolean {
    if (number === null || !this.#operators.isOtherMerchant(number)) return false;
    this.note('row of another merchant; skipped');
    return true;
  }

  /** How many characters a reference has that we make. */
  get longestReference(): number {
    return Math.max(...(this.#referenceLengths ?? [14]));
  }

  /** Whether a passenger can type a text as a payment reference. */
  isReference(text: string): boolean {
    return isStatementReference(text, this.#referenceLengths ?? [13, 14]);
  }

  /** A payment reference as it is compared: upper case. One that no passenger can type is noted. */
  reference(delivered: string | null): string | null {
    const reference = text(delivered, 'payment_reference', longest.reference);
    if (reference === null) return null;
    const lengths = this.#referenceLengths;
    if (lengths && !lengths.includes(reference.length)) {
      this.note(
        `payment references of ${reference.length} characters, which passengers cannot type: ` +
          `statementReference.lengths has ${lengths.join(', ')}`,
      );
    }
    return reference.toUpperCase();
  }
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
    paymentOwners: [],
    chargebacks: [],
    withdrawnTrips: [],
    withdrawnSettlements: [],
    withdrawnAuthorisations: [],
    withdrawnProducts: [],
  };
}
