import type { ReactNode } from 'react';
import { useT } from '../lib/i18n.ts';
import { Button } from './button.tsx';
import { Heading } from './heading.tsx';
import { DangerIcon, RetryIcon } from './icons.tsx';
import style from './states.module.css';
import { TraceId } from './trace-id.tsx';

type Props = {
  title?: ReactNode;
  children?: ReactNode;
  traceId?: string | undefined;
  /** A retry is in progress; the button keeps its place and the focus. */
  isBusy?: boolean | undefined;
  onRetry: () => void;
};

/** Replaces a part of a screen that could not be loaded; only this part, and it can be tried again. */
export function ErrorState({ title, children, traceId, isBusy = false, onRetry }: Props) {
  const t = useT();
  return (
    <div className={style.state} role="alert">
      <DangerIcon />
      <Heading className={style.title}>{title ?? t('common.loadFailure')}</Heading>
      {children !== undefined && <p>{children}</p>}
      <TraceId of={traceId} />
      <Button isBusy={isBusy} onClick={onRetry}>
        <RetryIcon />
        {t('common.retry')}
      </Button>
    </div>
  );
}
