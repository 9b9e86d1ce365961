import { Suspense, useState } from 'react';
import { useT } from '../../lib/i18n.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import { useStatementLine } from '../../passenger/statement-line.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { OpenedRows } from '../../ui/opened-rows.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import style from './charge.module.css';

const ChargeSearch = lazyPart(async () => (await import('./charge-search.tsx')).ChargeSearch);

const id = 'find-charge';

/** Leads from a line of a bank statement to its payment, whichever card it was. It is open for a passenger who comes back to what it found. */
export function FindCharge() {
  const t = useT();
  const line = useStatementLine();
  // A search on this screen changes the line. Its form is open and has the focus.
  const [remembered] = useState(() => new Map([[id, line !== undefined]]));
  return (
    <Permitted to="card-payments-history-table">
      <Panel isFlush className={style.search}>
        <OpenedRows asked={undefined} remembered={remembered}>
          <Disclosure id={id} summary={<strong>{t('payments.findTitle')}</strong>}>
            {(close) => (
              <Boundary>
                <Suspense fallback={<Skeleton lines={4} />}>
                  <ChargeSearch line={line} onLeave={close} />
                </Suspense>
              </Boundary>
            )}
          </Disclosure>
        </OpenedRows>
      </Panel>
    </Permitted>
  );
}
