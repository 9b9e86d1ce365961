import { useT } from '../lib/i18n.ts';

/** The number under which customer service finds a failure. A failure without one, such as a lost network, shows nothing. */
export function TraceId({ of, className }: { of: string | undefined; className?: string | undefined }) {
  const t = useT();
  return of && <p className={className}>{t('common.traceId', { id: of })}</p>;
}
