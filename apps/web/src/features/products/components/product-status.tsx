import type { ProductStatus as Status } from '@tapfolio/domain/states.ts';
import { useT } from '../../../lib/i18n.ts';
import { StatusText } from '../../../ui/status-text.tsx';

const tones = { active: 'success', used: 'neutral', expired: 'neutral', cancelled: 'warning' } as const;

export function ProductStatus({ status }: { status: Status }) {
  const t = useT();
  return <StatusText tone={tones[status]}>{t(`common.productStatus.${status}`)}</StatusText>;
}
