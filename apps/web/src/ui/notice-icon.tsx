import type { NoticeType } from '../lib/notices.ts';
import { DangerIcon, InfoIcon, SuccessIcon, WarningIcon } from './icons.tsx';

const icons: Readonly<Partial<Record<NoticeType, typeof InfoIcon>>> = {
  success: SuccessIcon,
  warning: WarningIcon,
  danger: DangerIcon,
};

/** Each type has its own shape, so that colour is never the only difference. */
export function NoticeIcon({ type }: { type: NoticeType }) {
  const Icon = icons[type] ?? InfoIcon;
  return <Icon />;
}
