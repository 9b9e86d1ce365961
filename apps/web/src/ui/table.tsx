import { Fragment, type ReactNode, type RefObject, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { useT } from '../lib/i18n.ts';
import { ChevronDownIcon } from './area-icons.tsx';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { Quiet } from './layout.tsx';
import { useOpenedRow } from './opened-rows.tsx';
import { type RowGroup, rowGroups } from './row-groups.ts';
import style from './table.module.css';
import hidden from './visually-hidden.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export type Column<Row> = {
  readonly id: string;
  readonly header: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers and money are aligned to the end. */
  readonly align?: 'start' | 'end';
  /** The sums of groups are in this column. */
  readonly isSummed?: boolean;
  /** Text that is read as one thing, such as a date, stays on one line. */
  readonly isOneLine?: boolean;
  /** The cell that names the row for a screen reader. */
  readonly isRowHeader?: boolean;
};

type Props<Row> = {
  /** Read out before the table; the screen shows it as a heading. */
  caption: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Details that open under their row, with the name of the button that opens them. */
  details?:
    | {
        readonly label: (row: Row) => string;
        readonly render: (row: Row) => ReactNode;
      }
    | undefined;
  /** Rows with the same key share one heading. */
  groupOf?: ((row: Row) => RowGroup) | undefined;
  /** Called when its columns need more width than there is. */
  onTooWide: () => void;
};

/**
 * Words under a number. They take no room from the other columns: they begin below the columns before it, so those must have only one
 * line in the same row.
 */
export function Under({ children }: { children: ReactNode }) {
  return (
    <Quiet as="div" className={style.under}>
      <span>{children}</span>
    </Quiet>
  );
}

/** More columns than this fit only in small letters. */
const roomyColumns = 8;

export function Table<Row extends { readonly id: string }>(props: Props<Row>) {
  const { caption, columns, rows, details, groupOf, onTooWide } = props;
  const t = useT();
  const ref = useRef<HTMLTableElement>(null);
  useWidthWatch(ref, onTooWide);
  const width = columns.length + (details ? 1 : 0);
  return (
    <div className={style.scroll}>
      <table ref={ref} className={style.table} data-dense={columns.length > roomyColumns || undefined}>
        <caption className={hidden.hidden}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={classOf(column)}>
                {column.header}
              </th>
            ))}
            {details && (
              <th scope="col" className={style.toggle}>
                <VisuallyHidden>{t('common.details')}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        {rowGroups(rows, groupOf).map((group) => (
          <tbody key={group.key}>
            {group.heading !== undefined && (
              <GroupHead group={group} width={width} sumAt={columns.findIndex(({ isSummed }) => isSummed)} />
            )}
            {group.rows.map((row) => (
              <TableRow key={row.id} row={row} columns={columns} details={details} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** Compares the width of the table with that of its place, before it is first seen and after each change of its size. */
function useWidthWatch(ref: RefObject<HTMLTableElement | null>, onTooWide: () => void): void {
  const compare = useEffectEvent((table: HTMLTableElement) => {
    const place = table.parentElement?.clientWidth ?? 0;
    if (table.scrollWidth > place) onTooWide();
  });
  useLayoutEffect(() => {
    const table = ref.current;
    if (!table) return;
    compare(table);
    const sizes = new ResizeObserver(() => compare(table));
    sizes.observe(table);
    return () => sizes.disconnect();
  }, [ref]);
}

type GroupProps = { group: Partial<RowGroup>; width: number; sumAt: number };

/** The heading of a group, with its sum in the column of the added values. */
function GroupHead({ group: { heading, note, sum }, width, sumAt }: GroupProps) {
  const hasSum = sum !== undefined && sumAt > 0;
  return (
    <tr>
      <th scope="rowgroup" colSpan={hasSum ? sumAt : width} className={style.group}>
        {heading} <span className={style.note}>{note}</span>
      </th>
      {hasSum && (
        <>
          <td className={classes(style.group, style.end)}>{sum}</td>
          <td colSpan={width - sumAt - 1} className={style.group} aria-hidden="true" />
        </>
      )}
    </tr>
  );
}

const classOf = ({ align, isOneLine }: Pick<Column<never>, 'align' | 'isOneLine'>): string | undefined => {
  if (align === 'end') return style.end;
  return isOneLine ? style.oneLine : undefined;
};

type RowProps<Row> = { row: Row; columns: readonly Column<Row>[]; details: Props<Row>['details'] };

function TableRow<Row extends { readonly id: string }>({ row, columns, details }: RowProps<Row>) {
  const { isOpen, setOpen, opener } = useOpenedRow<HTMLButtonElement>(row.id);
  const detailsId = useId();
  return (
    <Fragment>
      <tr className={isOpen ? style.opened : undefined}>
        {columns.map((column) => {
          const Cell = column.isRowHeader ? 'th' : 'td';
          const scope = column.isRowHeader ? 'row' : undefined;
          return (
            <Cell key={column.id} scope={scope} className={classOf(column)}>
              {column.cell(row)}
            </Cell>
          );
        })}
        {details && (
          <td className={style.toggle}>
            <Button
              variant="icon"
              ref={opener}
              aria-label={details.label(row)}
              aria-expanded={isOpen}
              aria-controls={isOpen ? detailsId : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              <ChevronDownIcon className={isOpen ? style.turned : undefined} />
            </Button>
          </td>
        )}
      </tr>
      {details && isOpen && (
        <tr id={detailsId}>
          <td colSpan={columns.length + 1}>
            <div className={style.detail}>{details.render(row)}</div>
          </td>
        </tr>
      )}
    </Fragment>
  );
}
