import type { HttpRole } from '../app.ts';
import { consentRoutes } from '../modules/consents/consents.routes.ts';
import { privacyRoutes } from '../modules/privacy/privacy.routes.ts';
import { registrationRoutes } from '../modules/registrations/registrations.routes.ts';
import { secondFactorRoutes } from '../modules/second-factors/second-factors.routes.ts';
import { ownSessionRoutes } from '../modules/sessions/own-sessions.routes.ts';
import { userRoutes } from '../modules/users/users.routes.ts';
import { actAs } from '../plugins/context.ts';
import { passwordRoutes, publicPasswordRoutes } from '../sign-in/passwords.routes.ts';
import { secondFactorSignInRoutes, stepUpRoutes } from '../sign-in/second-factors.routes.ts';
import { signInRoutes } from '../sign-in/sign-in.routes.ts';
import { backChannelRoutes, singleSignOnRoutes } from '../sign-in/single-sign-on.routes.ts';

/** Who someone is: sign-in, registration, passwords, the account. */
export const authRole: HttpRole = async (app) => {
  actAs(app, 'auth');
  // Anyone may call these.
  await app.register(signInRoutes);
  await app.register(registrationRoutes);
  await app.register(publicPasswordRoutes);
  await app.register(secondFactorSignInRoutes);
  await app.register(singleSignOnRoutes);
  // The identity provider calls this one.
  await app.register(backChannelRoutes);
  // These ask for a session first, each by a hook of its own scope.
  await app.register(ownSessionRoutes);
  await app.register(userRoutes);
  await app.register(consentRoutes);
  await app.register(passwordRoutes);
  await app.register(secondFactorRoutes);
  await app.register(stepUpRoutes);
  await app.register(privacyRoutes);
};
