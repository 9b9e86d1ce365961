import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { errorText, traceIdOf } from '../lib/errors.ts';
import { useT } from '../lib/i18n.ts';
import { useOnline } from '../lib/use-online.ts';
import { Alert } from './alert.tsx';
import { Boundary } from './boundary.tsx';
import { Button } from './button.tsx';
import { ErrorState } from './error-state.tsx';
import { Skeleton, type SkeletonShape } from './skeleton.tsx';
import style from './states.module.css';
import { TraceId } from './trace-id.tsx';

type Props<T> = {
  query: UseQueryResult<T>;
  /** Height of the skeleton. */
  lines?: number;
  shape?: SkeletonShape;
  /** What to show for a refusal with its own text: null for nothing at all, undefined for the usual text. */
  refused?: (error: ApiError) => ReactNode;
  /** What could not be loaded, where no heading above says it. */
  failed?: string;
  children: (data: T) => ReactNode;
};

/**
 * A part of a screen that waits for the server: its skeleton, then the data, or the reason why there are none. Loaded data stay if
 * newer data cannot be loaded, with a message about it.
 */
export function Loaded<T>({ query, lines, shape, refused, failed, children }: Props<T>) {
  const t = useT();
  const { failure, retry } = useRetry(query);
  if (query.data !== undefined && !failure) {
    return (
      <Boundary>
        {query.isRefetchError && <Outdated query={query} />}
        <Filled data={query.data}>{children}</Filled>
      </Boundary>
    );
  }
  if (!failure) return <Skeleton lines={lines} shape={shape} />;
  const refusal = failure instanceof ApiError ? failure : undefined;
  const words = refusal && refused?.(refusal);
  if (words !== undefined) return words;
  return (
    <ErrorState title={failed} traceId={refusal?.traceId} isBusy={query.isFetching} onRetry={retry}>
      {errorText(failure)(t)}
    </ErrorState>
  );
}

/** A component of its own, so that its errors stay inside the boundary. */
function Filled<T>({ data, children }: { data: T; children: (data: T) => ReactNode }) {
  return children(data);
}

/**
 * The error stays on the screen during a retry, so that its button keeps the focus; the rows of another page, which are shown while
 * the passenger waits, do not replace it.
 */
function useRetry({ error, errorUpdateCount, data, isPlaceholderData, refetch }: UseQueryResult) {
  const [retried, setRetried] = useState<Error>();
  const hasArrived = data !== undefined && !isPlaceholderData;
  // A query that never failed belongs to another page, so there is nothing to try again.
  const last = errorUpdateCount > 0 ? retried : undefined;
  const retry = (): void => {
    setRetried(error ?? undefined);
    void refetch();
  };
  return { failure: hasArrived ? undefined : (error ?? last), retry };
}

/** Without a network the frame says this once for the whole screen. */
function Outdated({ query }: { query: UseQueryResult }) {
  const t = useT();
  const isOnline = useOnline();
  if (!isOnline) return null;
  return (
    <div className={style.outdated}>
      <Alert type="warning" title={t('common.outdated')}>
        <p>{errorText(query.error)(t)}</p>
        <TraceId of={traceIdOf(query.error)} />
        <Button isBusy={query.isFetching} onClick={() => void query.refetch()}>
          {t('common.retry')}
        </Button>
      </Alert>
    </div>
  );
}
