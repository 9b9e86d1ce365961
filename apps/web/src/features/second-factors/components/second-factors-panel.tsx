import { Suspense } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { Boundary } from '../../../ui/boundary.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { shownLines } from '../shown-lines.ts';

const SecondFactorSettings = lazyPart(async () => (await import('./second-factor-settings.tsx')).SecondFactorSettings);

/** The account's second factors, whose script is loaded after the rest of the screen. */
export function SecondFactorsPanel() {
  const t = useT();
  return (
    <Panel title={t('account.factorsHeading')}>
      <Boundary>
        <Suspense fallback={<Skeleton lines={shownLines} />}>
          <SecondFactorSettings />
        </Suspense>
      </Boundary>
    </Panel>
  );
}
