import type { MediumType } from '@tapfolio/domain/states.ts';
import type { Entity } from '../delimited-format.ts';
import {
  fieldReader,
  instant,
  lastFourOf,
  lineText,
  longest,
  optionalCurrency,
  required,
  requiredInstant,
  text,
} from '../text/values.ts';
import type { TapRecord } from '../writer/canonical.ts';

const needed = ['tap_id', 'token', 'terminal_date', 'payment_reference', 'operator_id', 'currency'] as const;
const others = [
  'masked_pan',
  'form_factor',
  'server_date',
  'terminal_spdh_code',
  'fare_mode',
  'stop_id',
  'stop_name',
  'zone_name',
  'line_public_number',
  'line_name',
  'par',
] as const;

/** `tap`: one row per card held to a reader. */
export const taps: Entity = {
  name: 'taps',
  kind: 'taps',
  required: needed,

  reader(header, context) {
    const read = fieldReader(header, [...needed, ...others]);
    return (fields, line, chunk) => {
      const deliveredOperator = read(fields, 'operator_id');
      const receivedAt = instant(read(fields, 'server_date'), 'server_date', context.years);
      const tappedAt = instant(read(fields, 'terminal_date'), 'terminal_date', context.years) ?? receivedAt;
      chunk.taps.push({
        line,
        tapId: context.id('tap', deliveredOperator, required(read(fields, 'tap_id'), 'tap_id')),
        mediumId: context.mediumId(required(read(fields, 'token'), 'token')),
        tappedAt: requiredInstant(tappedAt, 'terminal_date', context.years),
        operatorCode: context.operator(deliveredOperator).code,
        direction: directionOf(read(fields, 'fare_mode')),
        outcome: (read(fields, 'terminal_spdh_code') ?? '000') === '000' ? 'accepted' : 'refused',
        stopId: text(read(fields, 'stop_id'), 'stop_id', longest.id),
        stopName: text(read(fields, 'stop_name') ?? read(fields, 'zone_name'), 'stop_name', longest.name),
        lineId: lineText(read(fields, 'line_public_number'), 'line_public_number', longest.id),
        lineName: lineText(read(fields, 'line_name'), 'line_name', longest.name),
        srid: context.reference(read(fields, 'payment_reference')),
        currency: optionalCurrency(read(fields, 'currency')),
        receivedAt,
        lastFour: lastFourOf(read(fields, 'masked_pan')),
        mediumType: mediumTypeOf(read(fields, 'form_factor')),
        accountId: context.accountId(read(fields, 'par')),
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
