import { useT } from '../lib/i18n.ts';
import style from './states.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Lines on the ground that is there, lines on a panel of their own, or the tiles of cards, also below a heading with a link. */
export type SkeletonShape = 'lines' | 'panel' | 'tiles' | 'headed-tiles';

/** Most passengers have one card or two. */
export const shownTiles = 2;

type Props = {
  /** How many lines, or tiles. */
  lines?: number | undefined;
  shape?: SkeletonShape | undefined;
};

/** The shape of what is loading; a screen reader hears that it is loading. */
export function Skeleton({ lines = 3, shape = 'lines' }: Props) {
  const t = useT();
  return (
    <div className={style.skeleton} data-shape={shape} role="status" data-coming>
      <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
      {shape === 'headed-tiles' && <span className={style.heading} />}
      {Array.from({ length: lines }, (_, line) => (
        // Bars have no identity except their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={line} className={style.bar} />
      ))}
    </div>
  );
}
