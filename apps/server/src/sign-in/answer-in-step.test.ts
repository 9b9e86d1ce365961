import { expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { buildPasswordOwner } from '../../test/factories/credentials.ts';
import { authRole } from '../roles/auth.ts';
import { answerInStep } from './answer-in-step.ts';

const { call, context } = await createTestApp([authRole]);

/** A timer of Node's may be a millisecond early. */
const stepMs = 49;

it('waits for a whole number of steps, with its place given to others', async () => {
  let isLeft = false;
  const beganAt = performance.now();
  const inStep = answerInStep({ leaveLane: () => (isLeft = true) });

  const waiting = inStep();
  expect(isLeft).toBe(true);
  await waiting;
  expect(performance.now() - beganAt).toBeGreaterThan(stepMs);
  await inStep();
  expect(performance.now() - beganAt).toBeGreaterThan(2 * stepMs);
});

it.each([
  ['a wrong password', 'sessions', { password: 'not the password' }],
  ['a reset', 'user/password_reset', {}],
])('[AUTH-02, AUTH-10] answers %s in step, whether or not the address has an account', async (_, path, body) => {
  const { email } = await buildPasswordOwner(context);

  for (const address of [email, 'nobody@example.org']) {
    const beganAt = performance.now();
    await call({ method: 'POST', url: `/public/api/v1/auth/${path}`, payload: { email: address, ...body } });
    expect(performance.now() - beganAt).toBeGreaterThan(stepMs);
  }
});
