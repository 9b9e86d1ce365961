import { useId } from 'react';
import { useT } from '../lib/i18n.ts';
import { ChevronLeftIcon, ChevronRightIcon } from './area-icons.tsx';
import { Button } from './button.tsx';
import { type PageSize, pageSizes } from './page-size.ts';
import style from './table.module.css';

type Props = {
  size: PageSize;
  onSize: (size: PageSize) => void;
  hasPrevious: boolean;
  hasNext: boolean;
  onPrevious: () => void;
  onNext: () => void;
  /** The most rows that "All" shows on a page, if the list has more than one page. */
  cutAt?: number | undefined;
  isBusy?: boolean;
};

export function Pager({ size, onSize, hasPrevious, hasNext, onPrevious, onNext, cutAt, isBusy = false }: Props) {
  const t = useT();
  const labelId = useId();
  return (
    <nav className={style.pager} aria-label={t('common.paging')}>
      <fieldset className={style.sizes} aria-labelledby={labelId}>
        <span className={style.sizesLabel} id={labelId}>
          {t('common.rowsPerPage')}
        </span>
        <div>
          {pageSizes.map((choice) => (
            <button
              key={choice}
              type="button"
              className={style.size}
              aria-pressed={choice === size}
              onClick={() => onSize(choice)}
            >
              {choice === 'all' ? t('common.allRows') : choice}
            </button>
          ))}
        </div>
      </fieldset>
      <div className={style.steps}>
        <Button onClick={onPrevious} isOff={!hasPrevious} isBusy={isBusy}>
          <ChevronLeftIcon />
          {t('common.previousPage')}
        </Button>
        <Button onClick={onNext} isOff={!hasNext} isBusy={isBusy}>
          {t('common.nextPage')}
          <ChevronRightIcon />
        </Button>
      </div>
      {cutAt !== undefined && (
        <p className={style.bounded} role="status">
          {t('common.rowsCut', { count: cutAt })}
        </p>
      )}
    </nav>
  );
}
