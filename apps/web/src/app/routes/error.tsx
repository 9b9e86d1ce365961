import { useRouter } from '@tanstack/react-router';
import { isErrorCode } from '@tapfolio/contracts/errors.ts';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { loadErrorText } from '../../lib/errors.ts';
import { useT } from '../../lib/i18n.ts';
import { Screen } from '../../ui/screen.tsx';
import { RefusalScreen } from '../refusal-screen.tsx';
import { WayHome } from '../way-home.tsx';

/** The catalogue has the texts of codes, and trace ids have one form: no text of the address is ever shown. */
function namedInAddress(search: string): ApiError | undefined {
  const query = new URLSearchParams(search);
  const code = query.get('code');
  if (!isErrorCode(code)) return undefined;
  const trace = query.get('trace') ?? '';
  return new ApiError({ status: 400, code, ...(/^[0-9a-f-]{36}$/.test(trace) && { traceId: trace }) });
}

export function ErrorScreen() {
  const t = useT();
  // The page from the server has no query.
  const router = useRouter();
  const search = useSyncExternalStore(
    useCallback((changed) => router.subscribe('onResolved', changed), [router]),
    () => location.search,
    () => '',
  );
  const refusal = useMemo(() => namedInAddress(search), [search]);
  useEffect(() => {
    if (refusal) void loadErrorText(refusal);
  }, [refusal]);
  if (refusal) return <RefusalScreen error={refusal} />;
  return (
    <Screen title={t('nav.errorTitle')} intro={t('nav.errorText')}>
      <WayHome />
    </Screen>
  );
}
