import { useQuery } from '@tanstack/react-query';
import type { SalesPackage, SalesPackagePage } from '@tapfolio/contracts/sales-packages.ts';
import { maxFavourites } from '@tapfolio/domain/favourite-rules.ts';
import { type ReactNode, useState } from 'react';
import { type T, useT } from '../../../lib/i18n.ts';
import { type Formats, useFormats } from '../../../lib/use-formats.ts';
import { Delivered } from '../../../passenger/delivered.tsx';
import { usePermission } from '../../../passenger/permissions.ts';
import { StarIcon } from '../../../ui/area-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { RecordList } from '../../../ui/record-list.tsx';
import { StatusText } from '../../../ui/status-text.tsx';
import { Summary } from '../../../ui/summary.tsx';
import type { Column } from '../../../ui/table.tsx';
import { favouritesQuery } from '../api/list-favourites.ts';
import { AddFavouriteDialog } from './add-favourite-dialog.tsx';

type Props = { page: SalesPackagePage; cardId: number; caption: string };

/** The packages that were sold with a card; those of the last four weeks may be chosen as favourites (HIST-09, FAV-03). */
export function SalesPackageList({ page, cardId, caption }: Props) {
  const t = useT();
  const formats = useFormats();
  const [asked, setAsked] = useState<SalesPackage>();
  const choice = (sold: SalesPackage) => <Choice sold={sold} onChoose={() => setAsked(sold)} />;
  return (
    <>
      <RecordList
        caption={caption}
        records={page.items}
        columns={columnsOf({ t, formats, choice })}
        summary={(sold) => <SalesPackageSummary sold={sold} choice={choice(sold)} />}
      />
      <AddFavouriteDialog cardId={cardId} sold={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}

type Showing = { t: T; formats: Formats; choice: (sold: SalesPackage) => ReactNode };

/** The columns of the specification, and what can be done with a package. */
const columnsOf = ({ t, formats, choice }: Showing): Column<SalesPackage>[] => [
  { id: 'name', header: t('products.colName'), isRowHeader: true, cell: ({ name }) => <Delivered>{name}</Delivered> },
  {
    id: 'soldAt',
    header: t('favourites.colSoldAt'),
    isOneLine: true,
    cell: ({ soldAt, timeZone }) => formats.dateTime(soldAt, timeZone),
  },
  {
    id: 'description',
    header: t('products.colDescription'),
    cell: ({ description }) => (description ? <Delivered>{description}</Delivered> : '–'),
  },
  { id: 'amount', header: t('products.colAmount'), align: 'end', cell: ({ amount }) => formats.money(amount) },
  {
    id: 'channel',
    header: t('favourites.colChannel'),
    cell: ({ channelType }) => t(`favourites.channel.${channelType}`),
  },
  { id: 'choice', header: t('favourites.colChoice'), isOneLine: true, cell: choice },
];

function SalesPackageSummary({ sold, choice }: { sold: SalesPackage; choice: ReactNode }) {
  const t = useT();
  const formats = useFormats();
  const { name, description, amount, soldAt, timeZone, channelType } = sold;
  const bought = t('favourites.soldAt', { time: formats.dateTime(soldAt, timeZone) });
  return (
    <Summary
      name={<Delivered>{name}</Delivered>}
      amount={formats.money(amount)}
      note={
        <>
          {description !== null && (
            <p>
              <Delivered>{description}</Delivered>
            </p>
          )}
          <p>{bought}</p>
          <p>{t(`favourites.channel.${channelType}`)}</p>
        </>
      }
      below={choice}
    />
  );
}

/** What can be done with a package, or why nothing can. */
function Choice({ sold: { name, choice }, onChoose }: { sold: SalesPackage; onChoose: () => void }) {
  const t = useT();
  const { data } = useQuery(favouritesQuery);
  const mayAdd = usePermission('card-favourites-table.add');
  if (choice === 'chosen') return <StatusText tone="success">{t('favourites.chosen')}</StatusText>;
  if (choice === 'too_old') return t('favourites.tooOld');
  if (!mayAdd) return null;
  if (data !== undefined && data.items.length >= maxFavourites) return t('favourites.placesTaken');
  return (
    <Button aria-label={t('favourites.addOf', { package: name })} onClick={onChoose}>
      <StarIcon />
      {t('favourites.add')}
    </Button>
  );
}
