import { authCalls } from '@tapfolio/contracts/auth-calls.ts';
import type { HttpRole } from '../app.ts';
import { cardNewsRoutes, mailboxRoutes } from '../modules/card-news/card-news.routes.ts';
import { consentRoutes } from '../modules/consents/consents.routes.ts';
import { privacyRoutes } from '../modules/privacy/privacy.routes.ts';
import { registrationRoutes } from '../modules/registrations/registrations.routes.ts';
import { secondFactorRoutes } from '../modules/second-factors/second-factors.routes.ts';
import { ownSessionRoutes } from '../modules/sessions/own-sessions.routes.ts';
import { userRoutes } from '../modules/users/users.routes.ts';
import { actAs } from '../plugins/context.ts';
import { refuseUnserved } from '../plugins/route-access.ts';
import { passwordRoutes } from '../sign-in/passwords.routes.ts';
import { secondFactorSignInRoutes } from '../sign-in/second-factors.routes.ts';
import { signInRoutes } from '../sign-in/sign-in.routes.ts';
import { backChannelRoutes, singleSignOnRoutes } from '../sign-in/single-sign-on.routes.ts';

/** Who someone is: sign-in, registration, passwords, the account. */
export const authRole: HttpRole = async (app) => {
  actAs(app, 'auth');
  await app.register(signInRoutes);
  await app.register(secondFactorSignInRoutes);
  await app.register(singleSignOnRoutes);
  await app.register(backChannelRoutes);
  await app.register(registrationRoutes);
  await app.register(passwordRoutes);
  await app.register(ownSessionRoutes);
  await app.register(userRoutes);
  await app.register(cardNewsRoutes);
  await app.register(mailboxRoutes);
  await app.register(consentRoutes);
  await app.register(secondFactorRoutes);
  await app.register(privacyRoutes);
  refuseUnserved(app, authCalls);
};
