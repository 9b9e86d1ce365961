import type { Locale } from '@tapfolio/domain/locale.ts';
import { type Money, plainAmount } from '@tapfolio/domain/money.ts';
import { instantWithOffset } from '@tapfolio/domain/service-day.ts';
import { loadDocuments } from '@tapfolio/locales/generated/documents.ts';
import { translator } from '@tapfolio/locales/translator.ts';
import { type Pen, writeCardNumber } from '../../documents/sheet.ts';
import { wholeStopName } from '../../documents/stop-name.ts';
import { type CsvCell, writeCsv } from '../../lib/csv.ts';
import { writeReference } from '../travel-documents/document-parts.ts';
import { checkInOf, checkOutOf, type ProvenTrip, type Tap } from './proof-trips.ts';

/** A row for each trip, without sums. An empty cell is something that was not recorded. */
export async function writeProofCsv(
  trips: readonly ProvenTrip[],
  { prefix, home, locale }: { prefix: string; home: string; locale: Locale },
): Promise<string> {
  const t = translator(await loadDocuments(locale));
  return writeCsv([headOf(t), ...trips.map((trip) => cellsOf({ t, home }, trip, prefix))], locale);
}

const headOf = (t: Pen['t']): CsvCell[] => [
  t('traveldoc.day'),
  t('travelproofdoc.checkIn'),
  t('travelproofdoc.checkInStop'),
  t('travelproofdoc.checkOut'),
  t('travelproofdoc.checkOutStop'),
  t('receiptdoc.line'),
  t('travelproofdoc.transport'),
  t('receiptdoc.operator'),
  t('receiptdoc.card'),
  t('travelproofdoc.cardNumber'),
  t('traveldoc.status'),
  t('travelproofdoc.fare'),
  t('receiptdoc.refunded'),
  t('traveldoc.currency'),
  t('traveldoc.reference'),
  t('travelproofdoc.tripId'),
  t('traveldoc.forWork'),
];

function cellsOf(
  pen: Pick<Pen, 't' | 'home'>,
  { cardName, cardNumber, trip, isForWork }: ProvenTrip,
  prefix: string,
): CsvCell[] {
  const { t, home } = pen;
  return [
    trip.serviceDay,
    ...tapCells(pen, checkInOf(trip), trip.timeZone),
    ...tapCells(pen, checkOutOf(trip), trip.timeZone),
    trip.line?.name ?? '',
    t(`travelproofdoc.transport_${trip.transportType}`),
    trip.operator ?? home,
    cardName,
    writeCardNumber(pen, cardNumber) ?? '',
    t(`travelproofdoc.status_${trip.status}`),
    amountCell(trip.fare),
    trip.refund === null ? '' : amountCell(trip.refund.amount),
    trip.fare.currency,
    writeReference(prefix, trip),
    trip.id,
    t(isForWork ? 'traveldoc.yes' : 'traveldoc.no'),
  ];
}

/** When and where a card was tapped. */
function tapCells({ t }: Pick<Pen, 't'>, tap: Tap | null, timeZone: string): CsvCell[] {
  if (tap === null) return ['', ''];
  const { at, stop } = tap;
  return [at === null ? '' : instantWithOffset(at, timeZone), stop === null ? '' : wholeStopName(stop, t)];
}

const amountCell = (amount: Money): CsvCell => ({ number: plainAmount(amount) });
