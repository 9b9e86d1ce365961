import { useState } from 'react';
import { DateTimeRange } from '../../ui/date-time-range.tsx';
import { Meter } from '../../ui/meter.tsx';
import type { OpenRange } from '../../ui/open-range.ts';
import type { PageSize } from '../../ui/page-size.ts';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import type { Column } from '../../ui/table.tsx';

type Row = { id: string; name: string; fare: string };

const days = { timeZone: 'America/Toronto', dayCut: '04:30' };
const rows: readonly Row[] = [
  { id: 'a', name: 'Harbour to Market', fare: '$3.70' },
  { id: 'b', name: 'Market to Museum', fare: '$3.70' },
];
const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Trip', cell: (row) => row.name, isRowHeader: true },
  { id: 'fare', header: 'Fare', cell: (row) => row.fare, align: 'end' },
];

export function DataStory() {
  const [range, setRange] = useState<OpenRange>({});
  const [size, setSize] = useState<PageSize>(20);
  const nothing = (): void => undefined;
  return (
    <>
      <Panel title="Filter">
        <DateTimeRange value={range} days={days} onApply={setRange} />
      </Panel>
      <Panel title="Meter">
        <p id="meter-words">$5.60 of $9.75</p>
        <Meter value={560} most={975} labelledBy="meter-words" />
      </Panel>
      <Panel isFlush>
        <RecordList
          caption="Trips"
          columns={columns}
          records={rows}
          summary={({ name, fare }) => `${name}, ${fare}`}
          details={{
            nameOf: ({ name }) => name,
            render: ({ name }) => <p>More about {name}.</p>,
          }}
        />
        <Pager
          size={size}
          onSize={setSize}
          hasPrevious={false}
          hasNext
          onPrevious={nothing}
          onNext={nothing}
          cutAt={size === 'all' ? 1000 : undefined}
        />
      </Panel>
    </>
  );
}
