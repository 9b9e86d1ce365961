import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import type { Card } from '@tapfolio/contracts/cards.ts';
import { maxPageSize } from '@tapfolio/contracts/limits.ts';
import { useRef } from 'react';
import { useLocale, useT } from '../../lib/i18n.ts';
import { Stack } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { OpenedRows } from '../../ui/opened-rows.tsx';
import { smallestPage } from '../../ui/page-size.ts';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import hidden from '../../ui/visually-hidden.module.css';
import { DataUpTo } from './data-up-to.tsx';
import { EmptyHistory } from './empty-history.tsx';
import style from './history.module.css';
import type { HistoryKind, LinkedKind, RecordPage } from './history-kind.ts';
import { ListFoot } from './list-foot.tsx';
import { PrintList } from './print-list.tsx';
import type { HistoryView } from './use-history.ts';

type Props<P extends RecordPage, R, PageKey extends QueryKey, RecordKey extends QueryKey> = {
  kind: HistoryKind<P, R, PageKey, RecordKey>;
  card: Card;
  history: HistoryView;
  dataUpTo: string | null;
};

/** The list of a card's history in its four states, with its pages and the age of its data. */
export function HistoryOfCard<P extends RecordPage, R, PageKey extends QueryKey, RecordKey extends QueryKey>({
  kind,
  card,
  history,
  dataUpTo,
}: Props<P, R, PageKey, RecordKey>) {
  const query = useQuery(kind.pageQuery(card.id, history.filter, useLocale()));
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button may disappear: the focus goes to the heading of the list.
  const readFromTop = (): void => heading.current?.focus();
  const { asked: open } = history.rows;
  const caption = kind.labelOf(card.name);
  // While another page loads, the rows of the former page say nothing about the new one.
  const isShown = query.isPlaceholderData || (query.data?.items.some(({ id }) => id === open) ?? true);
  // An old address may name a page whose rows are gone, or a position that the server no longer reads.
  const toNewest = history.hasPrevious && !query.isPlaceholderData && (
    <Navigate to="." search={history.newest} state={{ trail: [] }} replace />
  );
  return (
    <>
      {open !== undefined && !isShown && kind.recordQuery !== undefined && (
        <LinkedRecord kind={kind} cardId={card.id} id={open} />
      )}
      <Panel isFlush={(query.data?.items.length ?? 0) > 0}>
        <h2 className={hidden.hidden} ref={heading} tabIndex={-1}>
          {caption}
        </h2>
        <Shown query={query} />
        <Loaded query={query} lines={12} refused={({ code }) => (code === 'TM0203' && toNewest) || undefined}>
          {(page) =>
            page.items.length === 0 ? (
              toNewest || <EmptyHistory kind={kind} card={card} history={history} onReset={readFromTop} />
            ) : (
              <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? style.stale : style.list}>
                <OpenedRows {...history.rows}>
                  <kind.List page={page} cardId={card.id} caption={caption} />
                </OpenedRows>
                <ListFoot
                  label={kind.sum.label}
                  amounts={kind.sum.amounts(page)}
                  isPart={isPartOf(page, history)}
                  isOfPeriod={history.range.from !== undefined}
                />
                <Pages page={page} history={history} isBusy={query.isPlaceholderData} onTurned={readFromTop} />
                <PrintList
                  isShort={isPartOf(page, history) && history.size !== 'all'}
                  isSettled={!query.isPlaceholderData}
                  onAll={() => history.setSize('all')}
                  beside={kind.document?.(history.range, card.id, page)}
                />
              </div>
            )
          }
        </Loaded>
      </Panel>
      {!query.isPending && <DataUpTo instant={dataUpTo} />}
    </>
  );
}

/** Whether the list has more rows than this page. */
const isPartOf = ({ nextCursor }: RecordPage, { hasPrevious }: HistoryView): boolean =>
  nextCursor !== null || hasPrevious;

type LinkedProps<R, RecordKey extends QueryKey> = {
  kind: LinkedKind<R, RecordKey>;
  cardId: number;
  id: string;
};

/** The record that a link asked for, if the page does not show it. */
function LinkedRecord<R, RecordKey extends QueryKey>({ kind, cardId, id }: LinkedProps<R, RecordKey>) {
  const t = useT();
  const { data } = useQuery(kind.recordQuery(cardId, id, useLocale()));
  return (
    <Panel title={t('cards.asked')}>
      <Stack>
        {data !== undefined && kind.summary(data)}
        {kind.details(cardId, id)}
      </Stack>
    </Panel>
  );
}

/** Says how many rows there are after a filter or another page has changed them (WCAG 4.1.3). */
function Shown({ query: { data, isPlaceholderData } }: { query: UseQueryResult<RecordPage> }) {
  const t = useT();
  const isSettled = data !== undefined && data.items.length > 0 && !isPlaceholderData;
  return (
    <p className={hidden.hidden} role="status">
      {isPlaceholderData && t('common.loading')}
      {isSettled && t('cards.rowsShown', { count: data.items.length })}
    </p>
  );
}

type PagesProps = { page: RecordPage; history: HistoryView; isBusy: boolean; onTurned: () => void };

/** Another page or number of rows is read from its top: the focus moves to the list's heading. */
function Pages({ page, history, isBusy, onTurned }: PagesProps) {
  const { nextCursor } = page;
  const isPart = isPartOf(page, history);
  if (page.items.length <= smallestPage && !isPart) return null;
  return (
    <Pager
      size={history.size}
      onSize={(size) => {
        history.setSize(size);
        onTurned();
      }}
      hasPrevious={history.hasPrevious}
      hasNext={nextCursor !== null}
      onPrevious={() => {
        history.previous();
        onTurned();
      }}
      onNext={() => {
        if (nextCursor !== null) history.next(nextCursor);
        onTurned();
      }}
      cutAt={isPart && history.size === 'all' ? maxPageSize : undefined}
      isBusy={isBusy}
    />
  );
}
