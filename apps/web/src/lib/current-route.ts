let name = 'start';

/** Notes which screen is open. Its stable name only: never a path, which may carry a token. */
export function setCurrentRoute(route: string): void {
  name = route;
}

/** The name of the open screen: calls are traced by it (SES-03), and a permission without a route means it. */
export const currentRoute = (): string => name;
