import { formatMoney, type Money } from '@tapfolio/domain/money.ts';
import { useLocale } from './i18n.ts';

/** Money in the format of the page's language, for forms without times: they load no date formats. */
export function useMoney(): (money: Money) => string {
  const locale = useLocale();
  return (money) => formatMoney(money, locale);
}
