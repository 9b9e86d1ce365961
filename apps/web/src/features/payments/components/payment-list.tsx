import type { PaymentSummary as Payment, PaymentPage } from '@tapfolio/contracts/payments.ts';
import { knownPaid } from '@tapfolio/domain/paid-and-rest.ts';
import { type T, useT } from '../../../lib/i18n.ts';
import { type Formats, useFormats } from '../../../lib/use-formats.ts';
import { Delivered } from '../../../passenger/delivered.tsx';
import { Quiet } from '../../../ui/layout.tsx';
import { RecordList } from '../../../ui/record-list.tsx';
import { type Column, Under } from '../../../ui/table.tsx';
import { Verbatim } from '../../../ui/verbatim.tsx';
import { amountOf } from '../payment-states.ts';
import { PaymentDetails } from './payment-details.tsx';
import style from './payment-list.module.css';
import { PaymentStatus, PaymentSummary, Refunded } from './payment-summary.tsx';
import type { AskAboutPayment } from './payment-view.tsx';

type Props = { page: PaymentPage; cardId: number; caption: string; ask: AskAboutPayment };

/** The payments of a card. */
export function PaymentList({ page, cardId, caption, ask }: Props) {
  const t = useT();
  const formats = useFormats();
  return (
    <RecordList
      caption={caption}
      records={page.items}
      columns={columnsOf(t, formats)}
      summary={(payment) => <PaymentSummary payment={payment} />}
      details={{
        nameOf: (payment) => `${formats.shortDay(payment.serviceDay)}, ${formats.money(amountOf(payment))}`,
        render: ({ id, openedAt }) => <PaymentDetails cardId={cardId} paymentId={id} at={openedAt} ask={ask} />,
      }}
    />
  );
}

/** The columns of the specification (HIST-04). */
const columnsOf = (t: T, formats: Formats): Column<Payment>[] => [
  {
    id: 'date',
    header: t('payments.colDate'),
    isRowHeader: true,
    cell: ({ serviceDay }) => formats.shortDay(serviceDay),
  },
  {
    id: 'reason',
    header: t('payments.colReason'),
    cell: ({ reason, sold }) => (
      <>
        {t(`common.paymentReason.${reason}`)}
        {sold && (
          <Quiet as="div" className={style.sold}>
            <Delivered>{sold.join(', ')}</Delivered>
          </Quiet>
        )}
      </>
    ),
  },
  { id: 'due', header: t('payments.colDue'), align: 'end', cell: ({ due }) => formats.money(due) },
  {
    id: 'paid',
    header: t('payments.colPaid'),
    align: 'end',
    cell: (payment) => {
      const paid = knownPaid(payment);
      return paid ? formats.money(paid) : '–';
    },
  },
  {
    id: 'total',
    header: t('payments.colTotal'),
    align: 'end',
    cell: (payment) => (
      <>
        {formats.money(payment.total)}
        <Under>
          <Refunded payment={payment} />
        </Under>
      </>
    ),
  },
  { id: 'currency', header: t('payments.colCurrency'), cell: ({ total }) => total.currency },
  {
    id: 'method',
    header: t('payments.colMethod'),
    cell: ({ method }) => <span className={style.method}>{t(`common.paymentMethod.${method}`)}</span>,
  },
  { id: 'status', header: t('payments.colStatus'), cell: (payment) => <PaymentStatus payment={payment} /> },
  { id: 'srid', header: t('payments.colSrid'), cell: ({ srid }) => (srid ? <Verbatim>{srid}</Verbatim> : '–') },
];
