import { Link, useLocation } from '@tanstack/react-router';
import { pathOf, recognise } from '@tapfolio/locales/paths.ts';
import { useT } from '../../lib/i18n.ts';
import { usePermission } from '../../passenger/permissions.ts';
import { type AreaLinkName, areaLinks } from './area-links.tsx';

type Props = { name: AreaLinkName; className?: string | undefined; onClick?: React.MouseEventHandler<HTMLElement> };

// These screens have other screens below their path, which are entries of their own.
const standAlone: readonly string[] = [pathOf('passenger-area'), pathOf('card')];

/** A link of the navigation. It is shown to those who may open the screen (ACC-05), and marked on that screen and the one below it. */
export function AreaLink({ name, className, onClick }: Props) {
  const place = areaLinks[name];
  const { route, to, label, Icon } = place;
  const t = useT();
  const isAbove = useLocation({
    select: ({ pathname }) => 'below' in place && recognise(pathname)?.name === place.below,
  });
  const isPermitted = usePermission(route);
  if (!isPermitted) return null;
  return (
    <Link
      to={to}
      className={className}
      aria-current={isAbove || undefined}
      activeOptions={{ exact: standAlone.includes(to), includeSearch: false }}
      {...(onClick && { onClick })}
    >
      <Icon />
      <span>{t(label)}</span>
    </Link>
  );
}
