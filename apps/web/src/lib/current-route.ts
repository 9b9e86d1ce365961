let name = 'start';

/** Notes which screen is open: only its stable name, never a path, which may contain a token. */
export function setCurrentRoute(route: string): void {
  name = route;
}

/** The name of the open screen: calls are traced by it (SES-03), and a permission without a route uses it. */
export const currentRoute = (): string => name;
