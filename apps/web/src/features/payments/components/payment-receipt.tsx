import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { ReceiptDownload } from '../../../passenger/receipt-download.tsx';
import { downloadReceipt } from '../api/download-receipt.ts';

type Props = {
  cardId: number;
  payment: Pick<PaymentDetail, 'id' | 'srid' | 'receiptAvailable'> & Partial<Pick<PaymentDetail, 'status'>>;
};

/** The receipt of a payment, if the operator offers receipts. */
export function PaymentReceipt({ cardId, payment: { id, srid, receiptAvailable, status } }: Props) {
  return (
    <Permitted to="card-payments-history-table.receipt">
      <ReceiptDownload
        name={srid ?? id}
        isAvailable={receiptAvailable}
        isNothingDue={status === 'none'}
        load={(language) => downloadReceipt(cardId, id, language)}
      />
    </Permitted>
  );
}
