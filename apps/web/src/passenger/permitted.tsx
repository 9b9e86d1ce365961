import type { ReactNode } from 'react';
import { type Permission, usePermission } from './permissions.ts';

type Props = {
  to: Permission;
  /** Shown to passengers without the permission; the default is nothing. */
  otherwise?: ReactNode;
  children: ReactNode;
};

/** Shows its content to a passenger who may open the route or do the action. Hiding is only for comfort: the server decides. */
export function Permitted({ to, otherwise = null, children }: Props) {
  return usePermission(to) ? children : otherwise;
}
