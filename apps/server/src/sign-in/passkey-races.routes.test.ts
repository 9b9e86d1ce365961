import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { codeOf } from '../../test/refusal-code.ts';
import { actMeanwhile, untilWaiting } from '../../test/row-queue.ts';
import { secondFactorCalls, sessionOf } from '../../test/second-factors.ts';
import { type SoftAuthenticator, softAuthenticator } from '../../test/soft-authenticator.ts';
import { authRole } from '../roles/auth.ts';

const testApp = await createTestApp([authRole]);
const { context, pool } = testApp;
const { send, signedIn, addKey, challengeForSignIn } = secondFactorCalls(testApp);

const newKey = () => softAuthenticator(context.config.publicUrl);
const answerOf = async (key: SoftAuthenticator) => {
  const response = key.assert(await challengeForSignIn());
  return () => send('POST', '/sessions/passkey', { response });
};

describe('a passkey that answers', () => {
  it('opens no session once it is removed, although its owner has another one', async () => {
    const { cookie, passengerId } = await signedIn();
    const [lost, kept] = [newKey(), newKey()];
    for (const key of [lost, kept]) expect((await addKey(cookie, key)).statusCode).toBe(201);

    const answer = await actMeanwhile(pool, {
      lock: { text: 'select from passengers where passenger_id = $1 for update', values: [passengerId] },
      call: await answerOf(lost),
      act: (holder) => holder.query('delete from passkeys where credential_id = $1', [lost.id]),
    });

    expect([codeOf(answer), sessionOf(answer)]).toEqual(['passkey_refused', undefined]);
    expect((await (await answerOf(kept))()).statusCode).toBe(200);
  });

  it('is accepted once if two devices answer with one counter at the same time: one of them is a copy', async () => {
    const { cookie } = await signedIn();
    const key = newKey();
    await addKey(cookie, key);
    const original = await answerOf(key);
    key.counter -= 1;
    const copy = await answerOf(key);

    const answers = await actMeanwhile(pool, {
      lock: { text: 'select from passkeys where credential_id = $1 for update', values: [key.id] },
      call: () => Promise.all([original(), copy()]),
      act: () => untilWaiting(pool, 2),
    });

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
  });
});
