import type { PaymentSummary } from '@tapfolio/contracts/payments.ts';
import { type T, useT } from '../../../lib/i18n.ts';
import { type Formats, useFormats } from '../../../lib/use-formats.ts';
import { type Column, Table } from '../../../ui/table.tsx';
import { PaymentDetails } from './payment-details.tsx';
import { PaymentStatus } from './payment-status.tsx';
import style from './payment-table.module.css';
import { Refunded } from './refunded.tsx';

type Props = { payments: readonly PaymentSummary[]; cardId: number; caption: string; open: string | undefined };

/** The payments as the specification's table (HIST-04). */
export function PaymentTable({ payments, cardId, caption, open }: Props) {
  const t = useT();
  const formats = useFormats();
  return (
    <Table
      caption={caption}
      columns={columnsOf(t, formats)}
      rows={payments}
      rowKey={(payment) => payment.id}
      details={{
        label: (payment) => `${t('common.details')}: ${formats.shortDay(payment.serviceDay)}`,
        render: (payment) => <PaymentDetails cardId={cardId} paymentId={payment.id} at={payment.openedAt} />,
        isOpenAtFirst: (payment) => payment.id === open,
      }}
    />
  );
}

const columnsOf = (t: T, formats: Formats): Column<PaymentSummary>[] => [
  {
    id: 'date',
    header: t('payments.colDate'),
    isRowHeader: true,
    cell: (payment) => formats.shortDay(payment.serviceDay),
  },
  { id: 'reason', header: t('payments.colReason'), cell: (payment) => t(`common.paymentReason.${payment.reason}`) },
  { id: 'due', header: t('payments.colDue'), align: 'end', cell: (payment) => formats.money(payment.due) },
  { id: 'paid', header: t('payments.colPaid'), align: 'end', cell: (payment) => formats.money(payment.paid) },
  {
    id: 'total',
    header: t('payments.colTotal'),
    align: 'end',
    cell: (payment) => (
      <>
        {formats.money(payment.total)}
        <Refunded payment={payment} className={style.under} />
      </>
    ),
  },
  { id: 'currency', header: t('payments.colCurrency'), cell: (payment) => payment.total.currency },
  { id: 'method', header: t('payments.colMethod'), cell: (payment) => t(`common.paymentMethod.${payment.method}`) },
  { id: 'status', header: t('payments.colStatus'), cell: (payment) => <PaymentStatus payment={payment} /> },
  { id: 'srid', header: t('payments.colSrid'), cell: (payment) => payment.srid ?? '–' },
];
