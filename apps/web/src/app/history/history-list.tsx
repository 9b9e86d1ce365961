import type { UseQueryResult } from '@tanstack/react-query';
import { maxPageSize } from '@tapfolio/contracts/limits.ts';
import { type ReactNode, useRef } from 'react';
import { useT } from '../../lib/i18n.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { OpenedRows } from '../../ui/opened-rows.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import hidden from '../../ui/visually-hidden.module.css';
import { DataUpTo } from './data-up-to.tsx';
import style from './history.module.css';
import type { Scope } from './history-screen.tsx';

type Page = { readonly items: readonly { readonly id: string }[]; readonly nextCursor: string | null };
type Words = { title: string; text: string };

type Props<P extends Page> = {
  scope: Scope;
  /** Names the list for those who hear the page. */
  title: string;
  query: UseQueryResult<P>;
  icon: ReactNode;
  /** Words for a card without anything at all, and for a period without anything. */
  empty: { readonly atAll: Words; readonly inPeriod: Words };
  /** The next step when there is nothing at all. */
  next: ReactNode;
  /** The row a link asked for, when the page does not show it. */
  asked: (id: string) => ReactNode;
  children: (page: P) => ReactNode;
};

/** The list of a history in its four states, with its pages and how fresh it is. */
export function HistoryList<P extends Page>({ scope, title, query, icon, empty, next, asked, children }: Props<P>) {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  // What was pressed may go away, and one reads on from the top of the list.
  const readFromTop = (): void => heading.current?.focus({ preventScroll: true });
  const { open } = scope.history;
  const isShown = query.data?.items.some(({ id }) => id === open) ?? true;
  return (
    <>
      {open !== undefined && !isShown && (
        <Panel title={t('cards.asked')}>
          <div className={style.asked}>{asked(open)}</div>
        </Panel>
      )}
      <Panel isFlush={(query.data?.items.length ?? 0) > 0}>
        <h2 className={hidden.hidden} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Shown query={query} />
        <Loaded query={query} lines={8}>
          {(page) =>
            page.items.length === 0 ? (
              <Nothing scope={scope} icon={icon} empty={empty} next={next} onReset={readFromTop} />
            ) : (
              <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? style.stale : style.list}>
                <OpenedRows>{children(page)}</OpenedRows>
                <Pages page={page} scope={scope} isBusy={query.isPlaceholderData} onTurned={readFromTop} />
              </div>
            )
          }
        </Loaded>
      </Panel>
      <DataUpTo instant={scope.dataUpTo} />
    </>
  );
}

/** Says how many rows stand there, once a filter or another page has changed them (WCAG 4.1.3). */
function Shown({ query: { data, isPlaceholderData } }: { query: UseQueryResult<Page> }) {
  const t = useT();
  const isSettled = data !== undefined && data.items.length > 0 && !isPlaceholderData;
  return (
    <p className={hidden.hidden} role="status">
      {isPlaceholderData && t('common.loading')}
      {isSettled && t('cards.rowsShown', { count: data.items.length })}
    </p>
  );
}

/** With another page one reads on from its top: the focus goes to the list's heading. */
type PagesProps = { page: Page; scope: Scope; isBusy: boolean; onTurned: () => void };

function Pages({ page, scope, isBusy, onTurned }: PagesProps) {
  const { history } = scope;
  const { nextCursor } = page;
  const isAll = history.size === 'all';
  const smallest = 10;
  if (page.items.length <= smallest && nextCursor === null && !history.hasPrevious) return null;
  return (
    <Pager
      size={history.size}
      onSize={history.setSize}
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
      cutAt={isAll && nextCursor !== null ? maxPageSize : undefined}
      isBusy={isBusy}
    />
  );
}

type NothingProps = Pick<Props<Page>, 'scope' | 'icon' | 'empty' | 'next'> & { onReset: () => void };

function Nothing({ scope, icon, empty, next, onReset }: NothingProps) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePortalConfig();
  const { range, setRange } = scope.history;
  const { historyFrom } = scope.card;
  const isFiltered = range.from !== undefined || range.to !== undefined;
  const isTooEarly = historyFrom !== null && range.to !== undefined && Date.parse(range.to) <= Date.parse(historyFrom);
  const words = isFiltered ? empty.inPeriod : empty.atAll;
  const reset = (): void => {
    onReset();
    setRange({});
  };
  const action = isFiltered ? <Button onClick={reset}>{t('common.filterReset')}</Button> : next;
  return (
    <EmptyState icon={icon} title={words.title} action={action}>
      {isTooEarly ? t('cards.historyBegins', { date: formats.date(historyFrom, timeZone) }) : words.text}
    </EmptyState>
  );
}
