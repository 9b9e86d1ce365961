import { type ReactNode, useState } from 'react';
import { useT } from '../lib/i18n.ts';
import { roomy, useMediaQuery } from '../lib/use-media-query.ts';
import { usePrinting } from '../lib/use-printing.ts';
import { Disclosure } from './disclosure.tsx';
import { RowList } from './layout.tsx';
import style from './record-list.module.css';
import { type RowGroup, rowGroups } from './row-groups.ts';
import { type Column, Table } from './table.tsx';

type Props<Row> = {
  /** Read out before the table; the screen shows it as a heading. */
  caption: string;
  records: readonly Row[];
  columns: readonly Column<Row>[];
  /** The record on one row, if there is no room for the columns. */
  summary: (record: Row) => ReactNode;
  /** What opens under a record; made when first opened, so that a closed one loads nothing. */
  details?: Details<Row>;
  /** Records with the same key share one heading. */
  groupOf?: (record: Row) => RowGroup;
  /** The width of the window from which all columns have room. */
  tableFrom?: string;
};

type Details<Row> = {
  /** Distinguishes a record from the others of its list, in the name of the button that opens it. */
  readonly nameOf: (record: Row) => string;
  readonly render: (record: Row) => ReactNode;
};

/** Records of one kind: a table if all columns have room, otherwise rows, also on paper. Their details open in place. */
export function RecordList<Row extends { readonly id: string }>(props: Props<Row>) {
  const { caption, records, columns, details, groupOf, tableFrom = roomy } = props;
  const t = useT();
  const isWide = useMediaQuery(tableFrom);
  const isPrinting = usePrinting();
  // How wide the window was, in letters of the browser's text size, when the table of these records was wider than its place in the
  // language of `t`.
  const [tried, setTried] = useState({ records, t, width: 0 });
  const isTried = tried.records === records && tried.t === t;
  const isWider = useMediaQuery(`(width > ${isTried ? tried.width : 0}rem)`);
  const hasRoom = isWide && isWider;
  // What the screen has room for: the paper is narrower.
  const [hadRoom, setRoom] = useState(hasRoom);
  if (!isPrinting && hadRoom !== hasRoom) setRoom(hasRoom);
  if (!(isPrinting ? hadRoom : hasRoom)) return <Rows {...props} />;
  // The table stays while rows are printed in its place: what has the focus keeps it.
  return (
    <>
      {isPrinting && <Rows {...props} />}
      <div className={isPrinting ? style.unprinted : undefined}>
        <Table<Row>
          caption={caption}
          columns={columns}
          rows={records}
          groupOf={groupOf}
          onTooWide={() => setTried({ records, t, width: Math.ceil(innerWidth / textSize()) })}
          details={
            details && {
              label: (record) => t('common.detailsOf', { what: details.nameOf(record) }),
              render: details.render,
            }
          }
        />
      </div>
    </>
  );
}

const textSize = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

type RowsProps<Row> = Pick<Props<Row>, 'records' | 'summary' | 'details' | 'groupOf'>;

function Rows<Row extends { readonly id: string }>({ records, summary, details, groupOf }: RowsProps<Row>) {
  return rowGroups(records, groupOf).map(({ key, heading, note, sum, rows }) => (
    <section key={key}>
      {heading !== undefined && (
        <h3 className={style.group}>
          <span>{heading}</span>
          {sum !== undefined && (
            <span className={style.sum}>
              <span className={style.note}>{note}</span>
              <span>{sum}</span>
            </span>
          )}
        </h3>
      )}
      {details ? (
        rows.map((record) => (
          <Disclosure key={record.id} id={record.id} summary={summary(record)}>
            {() => details.render(record)}
          </Disclosure>
        ))
      ) : (
        <RowList className={style.rows}>
          {rows.map((record) => (
            <li key={record.id}>{summary(record)}</li>
          ))}
        </RowList>
      )}
    </section>
  ));
}
