import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { report } from '../lib/errors.ts';
import { useT } from '../lib/i18n.ts';
import { isLoadFailure } from '../lib/load-in-time.ts';
import { reloadPage } from '../lib/reload-page.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Screen } from '../ui/screen.tsx';

/** A screen that did not arrive, or that broke. Browsers remember a failed chunk, so "Try again" reloads the page. */
export function ScreenFailure({ error }: ErrorComponentProps) {
  const t = useT();
  useEffect(() => report(error), [error]);
  return (
    <Screen title={t('nav.errorTitle')}>
      <ErrorState
        title={t(isLoadFailure(error) ? 'nav.screenLoadFailure' : 'common.brokenPart')}
        onRetry={reloadPage}
      />
    </Screen>
  );
}
