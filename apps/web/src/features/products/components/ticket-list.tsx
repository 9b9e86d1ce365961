import { Link } from '@tanstack/react-router';
import type { ActiveTicket } from '@tapfolio/contracts/products.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { type T, useT } from '../../../lib/i18n.ts';
import { type Formats, onOneLine, useFormats } from '../../../lib/use-formats.ts';
import { wide } from '../../../lib/use-media-query.ts';
import { Delivered } from '../../../passenger/delivered.tsx';
import { RecordList } from '../../../ui/record-list.tsx';
import { Summary } from '../../../ui/summary.tsx';
import type { Column } from '../../../ui/table.tsx';

/** Active tickets: card, product, amount, valid to (CARD-12). */
export function TicketList({ tickets }: { tickets: readonly ActiveTicket[] }) {
  const t = useT();
  return (
    <RecordList
      caption={t('home.ticketsHeading')}
      columns={columnsOf(t, useFormats())}
      records={tickets}
      summary={(ticket) => <TicketSummary ticket={ticket} />}
      tableFrom={wide}
    />
  );
}

function ProductLink({ ticket: { cardId, product } }: { ticket: ActiveTicket }) {
  return (
    <Link to={pathOf('card-products-history-table')} params={{ id: String(cardId) }} search={{ open: product.id }}>
      <Delivered>{product.name}</Delivered>
    </Link>
  );
}

const columnsOf = (t: T, formats: Formats): Column<ActiveTicket>[] => [
  {
    id: 'product',
    header: t('home.ticketProduct'),
    isRowHeader: true,
    cell: (ticket) => <ProductLink ticket={ticket} />,
  },
  { id: 'card', header: t('home.ticketCard'), cell: ({ cardName }) => cardName },
  {
    id: 'validTo',
    header: t('home.ticketValidTo'),
    cell: ({ product }) => formats.dateTime(product.validTo, product.timeZone),
  },
  { id: 'amount', header: t('home.ticketAmount'), align: 'end', cell: ({ product }) => formats.money(product.amount) },
];

function TicketSummary({ ticket }: { ticket: ActiveTicket }) {
  const t = useT();
  const formats = useFormats();
  const { product, cardName } = ticket;
  return (
    <Summary
      name={<ProductLink ticket={ticket} />}
      amount={formats.money(product.amount)}
      note={t('home.ticketValidUntil', { time: onOneLine(formats.dateTime(product.validTo, product.timeZone)) })}
      status={cardName}
    />
  );
}
