import { usePermission } from '../../passenger/permissions.ts';

/** True if the passenger may add a card: an operator can withhold the screen, or only the act on it. */
export function useMayLinkCard(): boolean {
  const mayOpen = usePermission('card-add');
  return usePermission('card-add.link') && mayOpen;
}
