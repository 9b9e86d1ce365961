import { formatMoney } from '@tapfolio/domain/money.ts';
import { storyOf } from '@tapfolio/domain/payment-story.ts';
import type { Config } from '../../src/config/config.ts';
import { type ReceiptDocument, writeReceipt } from '../../src/modules/receipts/receipt-document.ts';
import { suppliesOf } from '../../src/modules/receipts/receipt-supplies.ts';
import { type Contradictions, sum } from './contradictions.ts';
import type { Surfaces } from './read-surfaces.ts';

/** "Why this amount?", the receipt of the account and the receipt of a guest. */
export async function compareReceipts(
  check: Contradictions,
  { cards, publicReceipts }: Surfaces,
  config: Config,
): Promise<void> {
  for (const payment of cards.flatMap(({ paymentDetails }) => paymentDetails)) {
    const story = storyOf(payment).lines;
    const own = story.filter(({ amount }) => amount.currency === payment.due.currency);
    const total = own.findIndex(({ kind }) => kind === 'total');
    if (total > 0)
      check.same(
        `payment ${payment.srid}: the story adds up`,
        sum(own.slice(0, total).map(({ amount }) => amount)),
        own[total]?.amount.amountMinor,
      );
    const guest = publicReceipts.get(payment.id);
    if (!payment.receiptAvailable || guest === undefined || typeof guest === 'string') continue;
    for (const locale of ['en_CA', 'fr_CA'] as const) {
      const account = await writeReceipt(config, { kind: 'account', payment }, locale);
      const open = await writeReceipt(
        config,
        { kind: 'public', payment: guest, supplies: suppliesOf(payment) },
        locale,
      );
      check.same(`receipts of ${payment.srid}`, comparable(account), comparable(open));
      const told = new Set(account.sums.map(({ name, value }) => `${name} ${value}`));
      check.holds(
        `receipts of ${payment.srid}: a guest reads no other rest`,
        open.sums.every(({ name, value }) => told.has(`${name} ${value}`)),
      );
      const net = story.find(({ kind }) => kind === 'net')?.amount ?? payment.paid;
      check.same(`receipt of ${payment.srid}: its total`, account.total.value, formatMoney(net, locale));
    }
  }
}

/** What both receipts say. That of a guest does not name the card. */
function comparable({ facts, total, taxes, refunds, date }: ReceiptDocument) {
  return { date, facts: facts.filter(({ name }) => name !== 'Card' && name !== 'Carte'), total, taxes, refunds };
}
