import type { ServiceDayRule } from '@tapfolio/domain/service-day.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import type { HistoryRoute } from './history-kind.ts';

/**
 * When the days of a history begin: days of travel and its payments at the operator's day cut, as in the headings; the first days
 * of a product's validity at midnight, as people read "valid from".
 */
export function useDaysOf(route: HistoryRoute): ServiceDayRule {
  const { timeZone, dayCut } = usePortalConfig();
  return { timeZone, dayCut: route === 'card-products-history-table' ? '00:00' : dayCut };
}
