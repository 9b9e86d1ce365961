import { channelTypes } from '@tapfolio/domain/states.ts';
import type { Entity } from '../delimited-format.ts';
import { fieldReader, isoCurrency, longest, oneOf, required, requiredInstant, text } from '../text/values.ts';
import { price } from './price.ts';

const needed = [
  'sale_id',
  'token',
  'operator_id',
  'package_code',
  'name',
  'sold_at',
  'amount',
  'currency',
  'channel_type',
] as const;
const columns = [...needed, 'description'] as const;
type Column = (typeof columns)[number];

/** Sales of packages, in all channels. */
export const salesPackages: Entity = {
  name: 'sales of packages',
  kind: 'packages',
  required: needed,

  reader(header, context) {
    const read = fieldReader(header, columns);

    return (fields, line, chunk) => {
      const value = (column: Column) => read(fields, column);
      const shown = (column: Column, limit: number = longest.name) => text(value(column), column, limit);
      const operatorId = value('operator_id');
      chunk.salesPackages.push({
        line,
        saleId: context.id('sale', operatorId, required(value('sale_id'), 'sale_id')),
        mediumId: context.mediumId(required(value('token'), 'token')),
        operatorCode: context.operator(operatorId).code,
        soldAt: requiredInstant(value('sold_at'), 'sold_at', context.years),
        packageCode: required(shown('package_code', longest.id), 'package_code'),
        name: required(shown('name'), 'name'),
        description: shown('description'),
        amountMinor: price(value('amount'), 'amount'),
        currency: isoCurrency(required(value('currency'), 'currency')),
        channelType: required(oneOf(value('channel_type'), 'channel_type', channelTypes), 'channel_type'),
      });
    };
  },
};
