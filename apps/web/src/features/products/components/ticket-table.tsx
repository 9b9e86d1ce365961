import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { type T, useT } from '../../../lib/i18n.ts';
import { type Formats, useFormats } from '../../../lib/use-formats.ts';
import { useMediaQuery, wide } from '../../../lib/use-media-query.ts';
import { type Column, Table } from '../../../ui/table.tsx';
import type { Ticket } from '../active-tickets.ts';
import style from './ticket-table.module.css';

/** Active tickets: card, product, amount, valid to (CARD-12). */
export function TicketTable({ tickets }: { tickets: readonly Ticket[] }) {
  const t = useT();
  const formats = useFormats();
  const isWide = useMediaQuery(wide);
  if (!isWide) return <TicketRows tickets={tickets} />;
  return (
    <Table
      caption={t('home.ticketsHeading')}
      columns={columnsOf(t, formats)}
      rows={tickets}
      rowKey={({ product }) => product.id}
    />
  );
}

function ProductLink({ ticket }: { ticket: Ticket }) {
  const params = { id: String(ticket.cardId) };
  return (
    <Link to={pathOf('card-products-history-table')} params={params} search={{ open: ticket.product.id }}>
      {ticket.product.name}
    </Link>
  );
}

const columnsOf = (t: T, formats: Formats): Column<Ticket>[] => [
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

function TicketRows({ tickets }: { tickets: readonly Ticket[] }) {
  const t = useT();
  const formats = useFormats();
  return (
    <ul>
      {tickets.map((ticket) => (
        <li key={ticket.product.id} className={style.row}>
          <ProductLink ticket={ticket} />
          <span className={style.amount}>{formats.money(ticket.product.amount)}</span>
          <span className={style.quiet}>
            {t('home.ticketValidTo')} {formats.dateTime(ticket.product.validTo, ticket.product.timeZone)}
          </span>
          <span className={style.quiet}>{ticket.cardName}</span>
        </li>
      ))}
    </ul>
  );
}
