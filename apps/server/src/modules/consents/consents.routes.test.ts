import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { authRole } from '../../roles/auth.ts';

const { context, pool, signIn } = await createTestApp([authRole]);
const base = '/public/api/v1/auth';

describe('POST /user/consent', () => {
  const timeOf = async (passengerId: string): Promise<string> =>
    (await pool.query('select given_at::text from consents where passenger_id = $1', [passengerId])).rows[0].given_at;

  it('[REG-03] stores version and time once, although it is given twice', async () => {
    const passenger = await signIn();

    const before = new Date(Date.now() - 1000);
    await passenger.call({ method: 'POST', url: `${base}/user/consent` });
    const given = await timeOf(passenger.passengerId);
    const again = await passenger.call({ method: 'POST', url: `${base}/user/consent` });

    expect(again.statusCode).toBe(204);
    const { rows } = await pool.query(
      'select version, language, given_at between $2 and now() as is_in_time from consents where passenger_id = $1',
      [passenger.passengerId, before],
    );
    expect(rows).toEqual([{ version: context.config.consent.version, language: 'en_CA', is_in_time: true }]);
    expect(await timeOf(passenger.passengerId)).toBe(given);
  });

  it('stores the language in which the terms can be read, where the operator has none in that of the passenger', async () => {
    const passenger = await signIn({ display_language: 'fr_CA' });
    const { consent } = context.config;
    onTestFinished(() => {
      context.config.consent = consent;
    });
    context.config.consent = { ...consent, url: { en_CA: 'https://transit.example/terms' } };

    await passenger.call({ method: 'POST', url: `${base}/user/consent` });

    const { rows } = await pool.query('select language from consents where passenger_id = $1', [passenger.passengerId]);
    expect(rows).toEqual([{ language: 'en_CA' }]);
  });

  it('stores the first language, where the operator no longer offers that of the passenger', async () => {
    const passenger = await signIn({ display_language: 'de_DE' });
    const { consent } = context.config;
    onTestFinished(() => {
      context.config.consent = consent;
    });
    const url = { en_CA: 'https://transit.example/terms', de_DE: 'https://transit.example/bedingungen' };
    context.config.consent = { ...consent, url };

    await passenger.call({ method: 'POST', url: `${base}/user/consent` });

    const { rows } = await pool.query('select language from consents where passenger_id = $1', [passenger.passengerId]);
    expect(rows).toEqual([{ language: 'en_CA' }]);
  });

  it('[REG-03] is due when the version in force was not agreed to, and not afterwards', async () => {
    const passenger = await signIn();
    const consent = { ...context.config.consent };
    onTestFinished(() => {
      context.config.consent = consent;
    });
    const isDue = async (): Promise<boolean> =>
      (await passenger.call({ url: `${base}/user/get_settings` })).json().user.consent_due;
    const agree = () => passenger.call({ method: 'POST', url: `${base}/user/consent` });

    await agree();
    const afterFirst = await isDue();
    context.config.consent = { ...consent, version: 'the next one' };
    const afterChange = await isDue();
    await agree();
    const afterSecond = await isDue();
    context.config.consent = consent;
    const afterTakingBack = await isDue();

    expect([afterFirst, afterChange, afterSecond, afterTakingBack]).toEqual([false, true, false, false]);
    const { rows } = await pool.query('select version from consents where passenger_id = $1 order by given_at', [
      passenger.passengerId,
    ]);
    expect(rows.map(({ version }) => version)).toEqual([consent.version, 'the next one']);
  });

  it('is refused when other terms were shown than those in force', async () => {
    const passenger = await signIn();
    const agree = (shown: string) =>
      passenger.call({ method: 'POST', url: `${base}/user/consent?consentVersion=${encodeURIComponent(shown)}` });

    const outdated = await agree('older');
    const current = await agree(context.config.consent.version);

    expect([outdated.statusCode, codeOf(outdated), current.statusCode]).toEqual([409, 'consent_outdated', 204]);
    const { rows } = await pool.query('select version from consents where passenger_id = $1', [passenger.passengerId]);
    expect(rows).toEqual([{ version: context.config.consent.version }]);
  });

  it('is not due from a passenger of the identity provider, who agrees there', async () => {
    const passenger = await signIn();
    await pool.query('update passengers set is_sso_shadow_user = true where passenger_id = $1', [
      passenger.passengerId,
    ]);

    const { user } = (await passenger.call({ url: `${base}/user/get_settings` })).json();

    expect(user.consent_due).toBe(false);
  });
});
