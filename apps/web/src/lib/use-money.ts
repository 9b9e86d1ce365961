import { formatMoney, type Money } from '@tapfolio/domain/money.ts';
import { useLocale } from './i18n.ts';

/** Money as the page's language writes it, for forms without times: they load no formats of dates. */
export function useMoney(): (money: Money) => string {
  const locale = useLocale();
  return (money) => formatMoney(money, locale);
}
