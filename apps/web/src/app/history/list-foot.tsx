import { addUp, type Money } from '@tapfolio/domain/money.ts';
import { useT } from '../../lib/i18n.ts';
import { useFormats } from '../../lib/use-formats.ts';
import style from './history.module.css';

type Props = {
  /** What the amounts are, in the words of the list. */
  label: string;
  amounts: readonly Money[];
  /** Whether there are more rows than these. */
  isPart: boolean;
  /** Whether the rows are of a chosen period. */
  isOfPeriod: boolean;
};

/** The end of a list on paper, and of the list of a period on the screen: the sum of its rows, and whether they are all. */
export function ListFoot({ label, amounts, isPart, isOfPeriod }: Props) {
  const t = useT();
  const formats = useFormats();
  return (
    <dl className={isOfPeriod ? style.foot : style.printedFoot}>
      <dt>{label}</dt>
      <dd>{formats.amounts(addUp(amounts))}</dd>
      <dd>{t('cards.rowsShown', { count: amounts.length })}</dd>
      {isPart && <dd>{t('cards.printedMore')}</dd>}
    </dl>
  );
}
