import type { TripStatus as Status } from '@tapfolio/domain/states.ts';
import { useT } from '../../../lib/i18n.ts';
import { StatusText } from '../../../ui/status-text.tsx';

const tones = { provisional: 'info', fallback: 'warning' } as const;

export function TripStatus({ status }: { status: Status }) {
  const t = useT();
  if (status === 'calculated') return t('common.tripStatus.calculated');
  return <StatusText tone={tones[status]}>{t(`common.tripStatus.${status}`)}</StatusText>;
}
