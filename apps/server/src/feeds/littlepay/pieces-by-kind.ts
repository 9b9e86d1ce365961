import type { z } from 'zod';
import type { ChangedPieces, StoredPiece } from '../writer/pieces.ts';
import * as contents from './contents.ts';

/** A piece with its content. */
export interface Piece<Content> extends StoredPiece {
  readonly says: Content;
}

/** Pieces of one kind by what they belong to. */
export type Pieces<Content> = ReadonlyMap<string, readonly Piece<Content>[]>;

export interface PiecesByKind {
  readonly all: readonly StoredPiece[];
  readonly taps: Pieces<contents.TapContent>;
  /** By the fare. */
  readonly links: ReadonlyMap<string, readonly StoredPiece[]>;
  /** By the tap. */
  readonly linksOfTaps: ReadonlyMap<string, readonly StoredPiece[]>;
  readonly micropayments: ReadonlyMap<string, Piece<contents.MicropaymentContent>>;
  /** Fares that belong to another payment now, by the payment that they left. */
  readonly leftFares: Pieces<contents.MicropaymentContent>;
  /** Settlements that belong to another payment now, by the payment that they left. */
  readonly leftSettlements: Pieces<contents.SettlementContent>;
  readonly adjustments: Pieces<contents.AdjustmentContent>;
  readonly authorisations: Pieces<contents.AuthorisationContent>;
  readonly settlements: Pieces<contents.SettlementContent>;
  readonly windows: Pieces<contents.WindowContent>;
  readonly refunds: readonly Piece<contents.RefundContent>[];
  /** Requests as they were while they named something else. */
  readonly leftRefunds: readonly Piece<contents.RefundContent>[];
  readonly purchases: Pieces<contents.PurchaseContent>;
  readonly deniedTaps: ReadonlySet<string>;
  readonly deposits: Pieces<contents.DepositContent>;
  readonly chargebacks: Pieces<contents.DepositContent>;
  /** Cards by the customer, and definitions of products. */
  readonly cards: ReadonlyMap<string, ReadonlySet<string>>;
  readonly products: ReadonlyMap<string, contents.ProductContent>;
}

/** Sorts pieces by their kind. In each list the oldest export comes first, so that the order of the deliveries decides nothing. */
export function sortPieces(changed: ChangedPieces): PiecesByKind {
  const pieces = changed.pieces.toSorted(byExport);
  const sought = changed.sought.toSorted(byExport);
  const byKind = Map.groupBy(pieces, ({ kind }) => kind);
  const of = <Content>(kind: string, schema: z.ZodType<Content>) =>
    (byKind.get(kind) ?? []).map((piece): Piece<Content> => ({ ...piece, says: schema.parse(piece.content) }));
  const by = <Content>(kind: string, schema: z.ZodType<Content>) => Map.groupBy(of(kind, schema), ({ about }) => about);
  const { pieceKinds } = contents;
  const links = byKind.get(pieceKinds.link) ?? [];
  const denied = of(pieceKinds.terminal, contents.terminalContent).filter(({ says }) => says.isDenied);
  return {
    all: pieces,
    taps: by(pieceKinds.tap, contents.tapContent),
    links: Map.groupBy(links, ({ about }) => about),
    linksOfTaps: Map.groupBy(links, ({ beside, about }) => beside ?? about),
    micropayments: new Map(of(pieceKinds.micropayment, contents.micropaymentContent).map((one) => [one.pieceId, one])),
    leftFares: by(pieceKinds.leftFare, contents.micropaymentContent),
    leftSettlements: by(pieceKinds.leftSettlement, contents.settlementContent),
    adjustments: by(pieceKinds.adjustment, contents.adjustmentContent),
    authorisations: by(pieceKinds.authorisation, contents.authorisationContent),
    settlements: by(pieceKinds.settlement, contents.settlementContent),
    windows: by(pieceKinds.window, contents.windowContent),
    refunds: of(pieceKinds.refund, contents.refundContent),
    leftRefunds: of(pieceKinds.leftRefund, contents.refundContent),
    purchases: by(pieceKinds.purchase, contents.purchaseContent),
    deniedTaps: new Set(denied.map(({ about }) => about)),
    deposits: by(pieceKinds.deposit, contents.depositContent),
    chargebacks: by(pieceKinds.chargeback, contents.depositContent),
    cards: cardsOf(sought),
    products: productsOf(sought),
  };
}

/** Two files of one export are numbered as they are delivered, so the number of the file does not count here. */
function byExport(one: StoredPiece, other: StoredPiece): number {
  const [at, otherAt] = [one.origin.exportedAt, other.origin.exportedAt];
  if (at !== otherAt) return at < otherAt ? -1 : 1;
  return one.line - other.line || (one.pieceId < other.pieceId ? -1 : 1);
}

function cardsOf(sought: readonly StoredPiece[]): Map<string, Set<string>> {
  const cards = new Map<string, Set<string>>();
  for (const { kind, about, content } of sought) {
    if (kind !== contents.pieceKinds.customer) continue;
    const { mediumId } = contents.customerContent.parse(content);
    cards.set(about, (cards.get(about) ?? new Set()).add(mediumId));
  }
  return cards;
}

function productsOf(sought: readonly StoredPiece[]): Map<string, contents.ProductContent> {
  const products = sought.filter(({ kind }) => kind === contents.pieceKinds.product);
  return new Map(products.map(({ about, content }) => [about, contents.productContent.parse(content)]));
}

/** The newest of pieces: where a record comes from that was put together of them. */
export function originOf(pieces: readonly StoredPiece[]): Pick<StoredPiece, 'origin' | 'line'> {
  const [first, ...others] = pieces;
  if (!first) throw new Error('a record is made of a piece at least');
  let newest = first;
  for (const piece of others) if (isNewer(piece, newest)) newest = piece;
  return { origin: newest.origin, line: newest.line };
}

function isNewer(one: StoredPiece, other: StoredPiece): boolean {
  if (one.origin.exportedAt !== other.origin.exportedAt) return one.origin.exportedAt > other.origin.exportedAt;
  if (one.origin.fileId !== other.origin.fileId) return one.origin.fileId > other.origin.fileId;
  return one.line > other.line;
}
