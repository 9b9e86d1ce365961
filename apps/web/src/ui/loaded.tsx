import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { Boundary } from './boundary.tsx';
import { ErrorState } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';

type Props<T> = {
  query: UseQueryResult<T>;
  /** Height of the skeleton. */
  lines?: number;
  /** What to show for a refusal that has words of its own; nothing returned means the usual. */
  refused?: (error: ApiError) => ReactNode;
  children: (data: T) => ReactNode;
};

/** A part of a screen that waits for the server: its skeleton, then what came, or why nothing did. */
export function Loaded<T>({ query, lines, refused, children }: Props<T>) {
  if (query.data !== undefined) {
    return (
      <Boundary>
        <Filled data={query.data}>{children}</Filled>
      </Boundary>
    );
  }
  if (!query.isError) return <Skeleton {...(lines !== undefined && { lines })} />;
  const refusal = query.error instanceof ApiError ? query.error : undefined;
  return (
    (refusal && refused?.(refusal)) || <ErrorState traceId={refusal?.traceId} onRetry={() => void query.refetch()} />
  );
}

/** A component of its own, so that what goes wrong in it stays inside the boundary. */
function Filled<T>({ data, children }: { data: T; children: (data: T) => ReactNode }) {
  return children(data);
}
