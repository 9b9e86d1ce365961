import type { TripStatus } from '@tapfolio/domain/states.ts';
import type { RowContext } from '../row-context.ts';
import type { TapRecord, TripRecord } from '../writer/canonical.ts';
import { aggregationOfFare } from './aggregations.ts';
import type { Assembly } from './assembly.ts';
import type { AdjustmentContent } from './contents.ts';
import type { Fare, Tap } from './fares.ts';
import { originOf, type Piece } from './pieces-by-kind.ts';
import { type FareRefund, refundsOf } from './refunds.ts';

/** Adds the taps whose card is known. */
export function addTaps(assembly: Assembly): void {
  const { pieces, fares, open } = assembly;
  for (const tap of [...pieces.taps.values()].flat()) {
    const fare = fares.fareOf(tap);
    const mediumId = fare?.says.mediumId ?? cardOf(tap, assembly);
    if (mediumId === undefined) open.add(tap.pieceId);
    else assembly.chunk.taps.push(tapRecord(tap, { mediumId, fare }, assembly));
  }
}

/** A tap that no fare is for: the card it names, that of another fare it had, or the only card of its customer. */
function cardOf(tap: Tap, { pieces }: Assembly): string | undefined {
  if (tap.says.mediumId !== null) return tap.says.mediumId;
  const linked = (pieces.linksOfTaps.get(tap.about) ?? []).flatMap(
    ({ about }) => pieces.micropayments.get(about) ?? [],
  );
  const [first] = linked;
  if (first) return first.says.mediumId;
  const [only, ...others] = pieces.cards.get(tap.seeks ?? '') ?? [];
  return others.length === 0 ? only : undefined;
}

function tapRecord(
  tap: Tap,
  { mediumId, fare }: { mediumId: string; fare: Fare | undefined },
  assembly: Assembly,
): TapRecord {
  const { pieces, fares, context } = assembly;
  const { says, origin, line } = tap;
  const operator = context.operator(says.participant);
  const place = context.place(operator.code, says);
  return {
    origin,
    line,
    tapId: says.tapId,
    mediumId,
    tappedAt: says.at,
    operatorCode: operator.code,
    direction: directionOf(tap, fare === undefined ? [] : fares.tapsOf(fare)),
    outcome: says.isRefused || pieces.deniedTaps.has(tap.about) ? 'refused' : 'accepted',
    ...place,
    lineId: says.routeId,
    lineName: lineNameOf(says.mode, says.routeId),
    // Its trip brings the payment, unless another format delivers it: then the tap has the reference and must not lose it.
    srid: fare && !context.isMoneyFrom('littlepay', operator) ? referenceOf(fare, assembly) : null,
    currency: null,
    receivedAt: says.receivedAt,
    lastFour: null,
    mediumType: null,
  };
}

/** Not every operator whose fares have two taps says so in their type: the order within the fare goes first. */
function directionOf({ pieceId, says }: Tap, taps: readonly Tap[]): TapRecord['direction'] {
  const [first, last] = [taps[0], taps.at(-1)];
  if (first && last && first !== last) {
    if (first.pieceId === pieceId) return 'on';
    if (last.pieceId === pieceId) return 'off';
  }
  if (says.type === 'ON') return 'on';
  return says.type === 'OFF' ? 'off' : 'single';
}

/** `Bus 9`: the word gives the kind of vehicle if no timetable has the line. */
function lineNameOf(mode: string | null, routeId: string | null): string | null {
  if (mode === null || routeId === null) return null;
  return `${mode.charAt(0)}${mode.slice(1).toLowerCase()} ${routeId}`;
}

/** Adds the trips whose card and start are known. */
export function addTrips(assembly: Assembly): void {
  const { fares, chunk, context, open } = assembly;
  const refunds = refundsOf(assembly);
  for (const fare of fares.live) {
    const taps = fares.tapsOf(fare);
    const boarding = boardingOf(fare, taps);
    if (!boarding) open.add(fare.pieceId);
    else chunk.trips.push(tripRecord({ fare, taps, boarding, given: refunds.get(fare) }, assembly));
  }
  for (const fare of fares.withdrawn) {
    const { participant, micropaymentId, mediumId } = fare.says;
    const tripId = context.id('trip', participant, micropaymentId);
    chunk.withdrawnTrips.push({ ...originOf([fare]), tripId, mediumId });
  }
}

/** If only the exit of a fare is known, the trip begins at the exit in the history: its start is unknown. */
function boardingOf(fare: Fare, taps: readonly Tap[]): TripRecord['boarding'] | undefined {
  const [first] = taps;
  const { mediumId, at } = fare.says;
  if (first && isLoneExit(taps)) return { mediumId, startedAt: first.says.at };
  if (first) return { tapId: first.says.tapId };
  return at === null ? undefined : { mediumId, startedAt: at };
}

function isLoneExit(taps: readonly Tap[]): boolean {
  return taps.length === 1 && taps[0]?.says.type === 'OFF';
}

interface TripParts {
  fare: Fare;
  taps: readonly Tap[];
  boarding: TripRecord['boarding'];
  given: FareRefund | undefined;
}

function tripRecord({ fare, taps, boarding, given }: TripParts, assembly: Assembly): TripRecord {
  const { pieces, context } = assembly;
  const { says } = fare;
  const operator = context.operator(says.participant);
  const adjustments = pieces.adjustments.get(fare.pieceId) ?? [];
  const links = pieces.links.get(fare.pieceId) ?? [];
  const exit = taps.length > 1 || isLoneExit(taps) ? taps.at(-1) : undefined;
  const nameOf = (tap: Tap | undefined) => (tap ? context.place(operator.code, tap.says).stopName : null);
  return {
    ...originOf([fare, ...taps, ...links, ...adjustments, ...(given?.told ?? [])]),
    tripId: context.id('trip', says.participant, says.micropaymentId),
    boarding,
    operatorCode: operator.code,
    srid: referenceOf(fare, assembly),
    currency: says.currency,
    lineId: taps[0]?.says.routeId ?? null,
    status: statusOf(fare, context),
    fareMinor: says.chargeMinor,
    fullFareMinor: says.fullMinor,
    fareReason: reasonOf(adjustments, assembly) ?? (isIncomplete(fare) ? inWords(says.chargeType) : null),
    fromName: isLoneExit(taps) ? null : nameOf(taps[0]),
    toName: nameOf(exit),
    checkedOutAt: exit?.says.at ?? null,
    updatedAt: says.updatedAt ?? says.at ?? fare.origin.exportedAt,
    product: null,
    refund: given?.refund,
  };
}

/** A payment that another format delivers has only the reference that the back office names. */
function referenceOf(fare: Fare, { aggregations, context }: Assembly): string | null {
  const aggregation = aggregationOfFare(fare, aggregations);
  if (!aggregation) return null;
  const isNamed = aggregation.formerSrid !== null;
  return isNamed || context.isMoneyFrom('littlepay', aggregation.operator) ? aggregation.srid : null;
}

/** A tap is missing, so that a rule gave the fare. */
const isIncomplete = ({ says }: Fare): boolean => says.chargeType.startsWith('INCOMPLETE');

const inWords = (word: string): string => word.replaceAll('_', ' ').toLowerCase();

const finished = new Set(['RETAIL_FARE', 'FLAT_FARE', 'COMPLETE_VARIABLE_FARE']);

function statusOf(fare: Fare, context: RowContext): TripStatus {
  const { says } = fare;
  if (says.chargeType === 'PENDING_CHARGE_FARE' || says.status === 'PENDING') return 'provisional';
  if (isIncomplete(fare)) return 'fallback';
  if (!finished.has(says.chargeType)) {
    context.note(`charge type ${says.chargeType || '(none)'} is unknown; the fare counts as calculated`);
  }
  return 'calculated';
}

/** What made the fare lower: of all that it qualified for, what was applied. Words that are defined elsewhere are waited for. */
function reasonOf(adjustments: readonly Piece<AdjustmentContent>[], { pieces, open }: Assembly): string | null {
  const applied = adjustments.find(({ says }) => says.isApplied);
  if (!applied) return null;
  const { description, type } = applied.says;
  const defined = pieces.products.get(applied.seeks ?? '');
  if (description === null && applied.seeks !== null && !defined) open.add(applied.pieceId);
  return description ?? defined?.description ?? (type === null ? null : inWords(type));
}
