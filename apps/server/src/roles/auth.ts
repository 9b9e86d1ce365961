import type { HttpRole } from '../app.ts';
import { passwordRoutes, publicPasswordRoutes } from '../modules/passwords/passwords.routes.ts';
import { privacyRoutes } from '../modules/privacy/privacy.routes.ts';
import { registrationRoutes } from '../modules/registrations/registrations.routes.ts';
import { secondFactorRoutes, secondFactorSignInRoutes } from '../modules/second-factors/second-factors.routes.ts';
import { ownSessionRoutes } from '../modules/sessions/own-sessions.routes.ts';
import { publicSessionRoutes, settingsRoutes } from '../modules/sessions/sessions.routes.ts';
import { backChannelRoutes, singleSignOnRoutes } from '../modules/single-sign-on/single-sign-on.routes.ts';
import { profileRoutes } from '../modules/users/users.routes.ts';
import { actAs } from '../plugins/context.ts';

/** Who someone is: sign-in, registration, passwords, the account. */
export const authRole: HttpRole = async (app) => {
  actAs(app, 'auth');
  // Anyone may call these.
  await app.register(publicSessionRoutes);
  await app.register(registrationRoutes);
  await app.register(publicPasswordRoutes);
  await app.register(secondFactorSignInRoutes);
  await app.register(singleSignOnRoutes);
  // The identity provider calls this one.
  await app.register(backChannelRoutes);
  // These ask for a session first, each by a hook of its own scope.
  await app.register(settingsRoutes);
  await app.register(ownSessionRoutes);
  await app.register(profileRoutes);
  await app.register(passwordRoutes);
  await app.register(secondFactorRoutes);
  await app.register(privacyRoutes);
};
