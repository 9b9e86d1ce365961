import type { ReactNode } from 'react';
import { type Permission, usePermission } from './permissions.ts';

/** Shows its content to whoever may open the route or do the act. Hiding is a courtesy: the server decides. */
export function Permitted({ to, children }: { to: Permission; children: ReactNode }) {
  return usePermission(to) ? children : null;
}
