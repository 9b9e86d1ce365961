import { describe, expect, it } from 'vitest';
import { buildPassenger } from '../../../test/factories/passengers.ts';
import { createRegistrationApp } from '../../../test/registration-fixture.ts';
import { writeRegistrationMail } from './registration-mails.ts';

const { context, pool, buildCharge, registrationOf, register } = await createRegistrationApp();

const sso = {
  issuer: 'https://id.example',
  clientId: 'portal',
  clientSecretFile: 'secrets/sso.secret',
  passwordUrl: 'https://id.example/password',
  profileUrl: 'https://id.example/profile',
  logoutAddresses: [],
};

describe('the mail to an address that has an account', () => {
  async function textWith(config: typeof context.config): Promise<string> {
    const { email } = await buildPassenger(pool);
    await register(registrationOf(await buildCharge(), { email }));
    const { rows } = await pool.query('select registration_id from registrations where email = $1', [email]);
    const mail = await writeRegistrationMail({ ...context, config }, rows[0].registration_id);
    return mail?.text ?? '';
  }
  const aboutProvider = 'Do you sign in with your provider?';

  it('says how a passenger of the identity provider signs in, because a new password cannot be chosen here', async () => {
    expect(await textWith({ ...context.config, sso })).toContain(aboutProvider);
  });

  it('names no provider where there is none', async () => {
    expect(await textWith(context.config)).not.toContain(aboutProvider);
  });
});
