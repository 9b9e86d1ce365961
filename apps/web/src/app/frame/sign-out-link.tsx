import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../lib/i18n.ts';
import { SignOutIcon } from '../../ui/area-icons.tsx';

type Props = { className?: string | undefined; onClick?: React.MouseEventHandler<HTMLElement> };

export function SignOutLink({ className, onClick }: Props) {
  const t = useT();
  return (
    <Link to={pathOf('logout')} className={className} {...(onClick && { onClick })}>
      <SignOutIcon />
      <span>{t('nav.logout')}</span>
    </Link>
  );
}
