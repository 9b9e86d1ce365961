import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../lib/i18n.ts';
import { usePermission } from '../../passenger/permissions.ts';
import { type AreaLinkName, areaLinks } from './area-links.tsx';

type Props = { name: AreaLinkName; className?: string | undefined; onClick?: React.MouseEventHandler<HTMLElement> };

// These screens have other screens below their path, which are entries of their own.
const standAlone: readonly string[] = [pathOf('passenger-area'), pathOf('card')];

/** A link of the navigation. Only passengers who may open the screen see it (ACC-05); it is marked on that screen. */
export function AreaLink({ name, className, onClick }: Props) {
  const { route, to, label, Icon } = areaLinks[name];
  const t = useT();
  const isPermitted = usePermission(route);
  if (!isPermitted) return null;
  return (
    <Link
      to={to}
      className={className}
      activeOptions={{ exact: standAlone.includes(to), includeSearch: false }}
      {...(onClick && { onClick })}
    >
      <Icon />
      <span>{t(label)}</span>
    </Link>
  );
}
