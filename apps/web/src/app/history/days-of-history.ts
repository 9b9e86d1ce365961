import type { ServiceDayRule } from '@tapfolio/domain/service-day.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import type { HistoryRoute } from './history-kind.ts';

/**
 * When the days of a history change: those of travel and its payments at the operator's day cut, as their headings do; those on
 * which products begin to be valid at midnight, as everybody reads "valid from".
 */
export function useDaysOf(route: HistoryRoute): ServiceDayRule {
  const { timeZone, dayCut } = usePortalConfig();
  return { timeZone, dayCut: route === 'card-products-history-table' ? '00:00' : dayCut };
}
