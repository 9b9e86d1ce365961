import { useSharedActions } from '../features/session/use-shared-actions.ts';
import { useSessionUser } from '../passenger/session.ts';

/** What a signed-in passenger does on a screen that needs no sign-in counts in other tabs and at the server. Shows nothing itself. */
export function SharedActions() {
  const user = useSessionUser();
  useSharedActions(user?.max_user_idle_time ?? 0);
  return null;
}
