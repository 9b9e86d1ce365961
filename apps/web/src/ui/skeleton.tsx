import { useT } from '../lib/i18n.ts';
import style from './states.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** The shape of what is loading; a screen reader hears that it is loading. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const t = useT();
  return (
    <div className={style.skeleton} role="status" data-coming>
      <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        // Bars have no identity except their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={line} className={style.bar} />
      ))}
    </div>
  );
}
