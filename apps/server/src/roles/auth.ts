import type { HttpRole } from '../app.ts';
import { registrationRoutes } from '../modules/registrations/registrations.routes.ts';
import { publicSessionRoutes, settingsRoutes } from '../modules/sessions/sessions.routes.ts';

/** Who someone is: sign-in, registration, passwords, the account. */
export const authRole: HttpRole = async (app) => {
  await app.register(publicSessionRoutes);
  await app.register(registrationRoutes);
  await app.register(settingsRoutes);
};
