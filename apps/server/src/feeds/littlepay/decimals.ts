import { withDecimalsOf } from '@tapfolio/domain/money.ts';
import type { RowContext } from '../row-context.ts';
import type { SettlementContent } from './contents.ts';
import type { Piece } from './pieces-by-kind.ts';

/**
 * A settlement of a payment in this currency. One that names no currency is in that of the payment, but was read with the decimals of its operator's. If the
 * payment's has too few for it, it is none of the payment.
 */
export function settlementIn(
  currency: string,
  settlement: Piece<SettlementContent>,
  context: RowContext,
): Piece<SettlementContent> {
  const { says } = settlement;
  if (says.currency !== null) return settlement;
  const readAs = says.readAs ?? context.operator(says.participant).currency;
  const amountMinor = withDecimalsOf(currency, { amountMinor: says.amountMinor, currency: readAs });
  if (amountMinor === says.amountMinor) return settlement;
  return { ...settlement, says: amountMinor === undefined ? { ...says, currency: readAs } : { ...says, amountMinor } };
}
