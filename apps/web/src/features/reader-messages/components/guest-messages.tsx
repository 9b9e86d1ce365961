import { errorText, traceIdOf } from '../../../lib/errors.ts';
import { useT } from '../../../lib/i18n.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { GuestMessages as Asked } from '../use-guest-messages.ts';
import { SearchedMessages } from './searched-messages.tsx';

/** What readers show, for a guest. */
export function GuestMessages({ asked: { messages, error, isBusy, retry } }: { asked: Asked }) {
  const t = useT();
  if (messages) return <SearchedMessages messages={messages} />;
  if (error === undefined) return <Skeleton lines={6} />;
  return (
    <ErrorState title={t('readers.failed')} traceId={traceIdOf(error)} isBusy={isBusy} onRetry={retry}>
      {errorText(error)(t)}
    </ErrorState>
  );
}
