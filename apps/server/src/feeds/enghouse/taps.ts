import type { MediumType } from '@tapfolio/domain/states.ts';
import type { Entity } from '../delimited-format.ts';
import {
  field,
  instant,
  isoCurrency,
  lastFourOf,
  lineText,
  longest,
  positionsOf,
  required,
  requiredInstant,
  text,
} from '../text/values.ts';
import type { TapRecord } from '../writer/canonical.ts';

/** Our names of the columns that are read. */
const columns = {
  tapId: 'tap_id',
  token: 'token',
  maskedPan: 'masked_pan',
  formFactor: 'form_factor',
  serverDate: 'server_date',
  terminalDate: 'terminal_date',
  paymentReference: 'payment_reference',
  operatorId: 'operator_id',
  spdhCode: 'terminal_spdh_code',
  currency: 'currency',
  fareMode: 'fare_mode',
  stopId: 'stop_id',
  stopName: 'stop_name',
  zoneName: 'zone_name',
  lineNumber: 'line_public_number',
  lineName: 'line_name',
  account: 'par',
};

/** `tap`: one row per card held to a reader. */
export const taps: Entity = {
  name: 'taps',
  kind: 'taps',
  required: ['tap_id', 'token', 'terminal_date', 'payment_reference', 'operator_id', 'currency'],

  reader(header, context) {
    const column = positionsOf(header, columns);
    return (fields, line, chunk) => {
      const deliveredOperator = field(fields, column.operatorId);
      const currency = field(fields, column.currency);
      const receivedAt = instant(field(fields, column.serverDate), 'server_date', context.years);
      const tappedAt = instant(field(fields, column.terminalDate), 'terminal_date', context.years) ?? receivedAt;
      chunk.taps.push({
        line,
        tapId: context.id('tap', deliveredOperator, required(field(fields, column.tapId), 'tap_id')),
        mediumId: context.mediumId(required(field(fields, column.token), 'token')),
        tappedAt: requiredInstant(tappedAt, 'terminal_date', context.years),
        operatorCode: context.operator(deliveredOperator).code,
        direction: directionOf(field(fields, column.fareMode)),
        outcome: (field(fields, column.spdhCode) ?? '000') === '000' ? 'accepted' : 'refused',
        stopId: text(field(fields, column.stopId), 'stop_id', longest.id),
        stopName: text(field(fields, column.stopName) ?? field(fields, column.zoneName), 'stop_name', longest.name),
        lineId: lineText(field(fields, column.lineNumber), 'line_public_number', longest.id),
        lineName: lineText(field(fields, column.lineName), 'line_name', longest.name),
        srid: context.reference(field(fields, column.paymentReference)),
        currency: currency === null ? null : isoCurrency(currency),
        receivedAt,
        lastFour: lastFourOf(field(fields, column.maskedPan)),
        mediumType: mediumTypeOf(field(fields, column.formFactor)),
        accountId: context.accountId(field(fields, column.account)),
      });
    };
  },
};

/** A reader that takes one tap per trip counts as `single`, and so does an unknown mode. */
function directionOf(fareMode: string | null): TapRecord['direction'] {
  const mode = fareMode?.toLowerCase();
  return mode === 'on' || mode === 'off' ? mode : 'single';
}

const formFactors: Readonly<Record<string, MediumType>> = {
  plastic: 'plastic',
  physical: 'plastic',
  card: 'plastic',
  phone: 'phone',
  mobile: 'phone',
  watch: 'watch',
  wearable: 'watch',
};

/** Not every back office has this column; with it the passenger can distinguish card and phone. */
function mediumTypeOf(formFactor: string | null): MediumType | null {
  return formFactors[formFactor?.toLowerCase() ?? ''] ?? null;
}
