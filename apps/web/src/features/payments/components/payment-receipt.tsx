import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import { awaitedPaymentStatuses } from '@tapfolio/domain/states.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { ReceiptDownload } from '../../../passenger/receipt-download.tsx';
import { downloadReceipt } from '../api/download-receipt.ts';

type Props = { cardId: number; payment: Pick<PaymentDetail, 'id' | 'srid' | 'status' | 'receiptAvailable'> };

/** The receipt of a payment, if the operator offers receipts. */
export function PaymentReceipt({ cardId, payment: { id, srid, status, receiptAvailable } }: Props) {
  return (
    <Permitted to="card-payments-history-table.receipt">
      <ReceiptDownload
        name={srid ?? id}
        isAvailable={receiptAvailable}
        isExpected={awaitedPaymentStatuses.includes(status)}
        load={(language) => downloadReceipt(cardId, id, language)}
      />
    </Permitted>
  );
}
