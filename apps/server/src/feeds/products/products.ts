import { fareClasses, productStatuses, roundTripTypes, userProfiles } from '@tapfolio/domain/states.ts';
import type { Entity } from '../delimited-format.ts';
import {
  BadRow,
  fieldReader,
  instant,
  isoCurrency,
  longest,
  oneOf,
  required,
  requiredInstant,
  text,
} from '../text/values.ts';
import { price, storedValue } from './price.ts';

const needed = [
  'product_id',
  'token',
  'operator_id',
  'name',
  'valid_from',
  'valid_to',
  'amount',
  'currency',
  'status',
] as const;
const conditions = ['fare_class', 'round_trip_type', 'user_profile', 'fq_code', 'booking_id', 'stored_value'] as const;
const places = ['from_tariff_location', 'to_tariff_location'] as const;
const columns = [...needed, ...conditions, ...places, 'description', 'payment_reference', 'updated_at'] as const;
type Column = (typeof columns)[number];

/** Tickets and passes that were bought with a card, with all that the screens show of them. */
export const products: Entity = {
  name: 'products',
  kind: 'products',
  required: needed,

  reader(header, context) {
    const read = fieldReader(header, columns);

    return (fields, line, chunk) => {
      const { years, validityYears, exportedAt } = context;
      const value = (column: Column) => read(fields, column);
      const shown = (column: Column, limit: number = longest.name) => text(value(column), column, limit);
      const operatorId = value('operator_id');
      const validFrom = requiredInstant(value('valid_from'), 'valid_from', validityYears);
      const validTo = requiredInstant(value('valid_to'), 'valid_to', validityYears);
      if (Date.parse(validTo) < Date.parse(validFrom)) throw new BadRow('validity ends before it begins', validTo);
      chunk.products.push({
        line,
        productId: context.id('product', operatorId, required(value('product_id'), 'product_id')),
        mediumId: context.mediumId(required(value('token'), 'token')),
        operatorCode: context.operator(operatorId).code,
        name: required(shown('name'), 'name'),
        description: shown('description'),
        validFrom,
        validTo,
        amountMinor: price(value('amount'), 'amount'),
        currency: isoCurrency(required(value('currency'), 'currency')),
        status: required(oneOf(value('status'), 'status', productStatuses), 'status'),
        fareClass: oneOf(value('fare_class'), 'fare_class', fareClasses),
        roundTripType: oneOf(value('round_trip_type'), 'round_trip_type', roundTripTypes),
        userProfile: oneOf(value('user_profile'), 'user_profile', userProfiles),
        fqCode: shown('fq_code', longest.id),
        bookingId: shown('booking_id', longest.id),
        fromTariffLocation: shown('from_tariff_location'),
        toTariffLocation: shown('to_tariff_location'),
        storedValueMinor: storedValue(value('stored_value')),
        srid: context.reference(value('payment_reference')),
        updatedAt: instant(value('updated_at'), 'updated_at', years) ?? exportedAt,
      });
    };
  },
};
