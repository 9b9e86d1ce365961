import type { MediumType } from '@tapfolio/domain/states.ts';
import type { TapRecord } from '../canonical.ts';
import type { Entity } from '../delimited/entity.ts';
import { field } from '../text/header.ts';
import { isoCurrency } from '../text/iso-currency.ts';
import { instant, longest, required, requiredInstant, text } from '../text/values.ts';

/** `tap`: one row per card held to a reader. */
export const taps: Entity = {
  name: 'taps',
  kind: 'taps',
  required: ['tap_id', 'token', 'terminal_date', 'payment_reference', 'operator_id', 'currency'],

  reader(header, context) {
    const column = {
      tapId: header.at('tap_id'),
      token: header.at('token'),
      maskedPan: header.at('masked_pan'),
      formFactor: header.at('form_factor'),
      serverDate: header.at('server_date'),
      terminalDate: header.at('terminal_date'),
      paymentReference: header.at('payment_reference'),
      operatorId: header.at('operator_id'),
      spdhCode: header.at('terminal_spdh_code'),
      currency: header.at('currency'),
      fareMode: header.at('fare_mode'),
      stopId: header.at('stop_id'),
      stopName: header.at('stop_name'),
      zoneName: header.at('zone_name'),
      lineNumber: header.at('line_public_number'),
      lineName: header.at('line_name'),
      account: header.at('par'),
    };

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
        lineId: text(field(fields, column.lineNumber), 'line_public_number', longest.id),
        lineName: text(field(fields, column.lineName), 'line_name', longest.name),
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

/** Readers that take one tap per trip, and modes nobody told us about, count as `single`. */
function directionOf(fareMode: string | null): TapRecord['direction'] {
  const mode = fareMode?.toLowerCase();
  return mode === 'on' || mode === 'off' ? mode : 'single';
}

/** All that is kept of the card number, whatever else the mask lets through. */
function lastFourOf(maskedPan: string | null): string | null {
  return /[0-9]{4}$/.exec(maskedPan ?? '')?.[0] ?? null;
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

/** Not a column of every back office; one that has it lets the passenger tell card and phone apart. */
function mediumTypeOf(formFactor: string | null): MediumType | null {
  return formFactors[formFactor?.toLowerCase() ?? ''] ?? null;
}
