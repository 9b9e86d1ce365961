import { randomUUID } from 'node:crypto';
import { sweepExpired } from '../../src/jobs/sweep-expired.job.ts';
import { decideClaims } from '../../src/modules/card-claims/decide-claims.service.ts';
import { closeByAdministrator } from '../../src/modules/privacy/close-by-administrator.service.ts';
import { endSessionsByAdministrator } from '../../src/modules/sessions/sessions.service.ts';
import { contextOf } from '../../src/plugins/context.ts';
import type { TestApp } from '../build-app.ts';
import type { Act } from './meet.ts';
import type { People } from './people.ts';

const auth = '/public/api/v1/auth';
const portal = '/public/api/v1/portal';
const newPassword = 'a-lighthouse-for-every-harbour';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

let lastNumber = 0;

/** Everything that these people, the worker and an administrator can do: the result of each is the status, with the code of a refusal. */
export function actsOf({ call, context }: TestApp, people: People): Record<string, Act<string>> {
  const { owner, claimant, third, password, lines, claim, counterclaim, debt, favouriteId, packages } = people;
  const worker = contextOf(context, 'worker');
  const administrator = contextOf(context, 'auth');
  const { version } = context.config.consent;

  /** Each call comes from another address, so that no limit is met. */
  const act =
    (cookie: string, method: Method, url: string, payload?: object): Act<string> =>
    async () => {
      lastNumber += 1;
      const headers = { cookie, 'idempotency-key': randomUUID() };
      const remoteAddress = `10.9.${lastNumber >> 8}.${lastNumber & 255}`;
      const answer = await call({ method, url, headers, remoteAddress, ...(payload && { payload }) });
      return answer.statusCode < 400 ? `${answer.statusCode}` : `${answer.statusCode} ${answer.json().error.code}`;
    };
  const job =
    (work: () => Promise<unknown>): Act<string> =>
    async () => {
      await work();
      return 'done';
    };
  const link = ([srid = '']: readonly string[], name: string) => ({ srid, amountMinor: 740, name });
  const prove = ([first = '', second = '']: readonly string[]) => ({
    first: { srid: first, amountMinor: 740 },
    second: { srid: second, amountMinor: 740 },
    name: 'Proven',
  });
  const favourite = (sale: string | undefined, name: string) => ({ salesPackageId: sale, name });
  const { email } = owner;

  return {
    'edit the name': act(owner.one, 'PATCH', `${auth}/user/profile`, { first_name: 'Anna', last_name: 'Novak' }),
    'end the other sessions': act(owner.two, 'DELETE', `${auth}/user/sessions`),
    'end one session': act(owner.one, 'DELETE', `${auth}/user/sessions/${people.otherSession}`),
    'change the password': act(owner.one, 'POST', `${auth}/user/password_change`, {
      old_password: password,
      new_password: newPassword,
    }),
    'change the password elsewhere': act(owner.two, 'POST', `${auth}/user/password_change`, {
      old_password: password,
      new_password: `${newPassword}-too`,
    }),
    'confirm a reset': act('', 'POST', `${auth}/user/password_reset_confirm`, {
      reset_token: people.resetToken,
      new_password: newPassword,
    }),
    'ask for a reset': act('', 'POST', `${auth}/user/password_reset`, { email }),
    'close the account': act(owner.one, 'POST', `${auth}/user/anonymize`, { reason: 'privacy', password }),
    'close the account of the claimant': act(claimant.one, 'POST', `${auth}/user/anonymize`, {
      reason: 'privacy',
      password,
    }),
    'add a passkey': act(owner.one, 'POST', `${auth}/user/passkeys`, { name: 'New', response: people.registration }),
    'remove a passkey': act(owner.two, 'DELETE', `${auth}/user/passkeys/${people.passkeyId}`),
    'confirm who it is': act(owner.one, 'POST', `${auth}/user/confirmation`, { password }),
    'ask for codes': act(owner.one, 'PATCH', `${auth}/user/second_factors`, { mailCode: true }),
    'sign in': act('', 'POST', `${auth}/sessions`, { email, password }),
    'sign in again': act(owner.one, 'POST', `${auth}/sessions`, { email, password }),
    'sign in with a code': act('', 'POST', `${auth}/sessions/code`, people.code),
    'sign in with a passkey': act('', 'POST', `${auth}/sessions/passkey`, { response: people.assertion }),
    'sign in with a wrong password': act('', 'POST', `${auth}/sessions`, { email, password: 'not the password' }),
    'give consent': act(owner.one, 'POST', `${auth}/user/consent`, { version }),
    'choose a language': act(owner.two, 'PATCH', `${auth}/user/settings`, { display_language: 'fr_CA' }),
    'sign out': act(owner.one, 'GET', `${auth}/user/logout`),
    'confirm a registration': act('', 'POST', `${auth}/registrations/confirm`, {
      token: people.registrationToken,
      password,
    }),
    'link a free card': act(owner.one, 'POST', `${portal}/cards`, link(lines.free, 'Free')),
    'link a free card as the third': act(third.one, 'POST', `${portal}/cards`, link(lines.free.slice(1), 'Free')),
    'link the claimed card as the third': act(third.two, 'POST', `${portal}/cards`, link(lines.claimed, 'Free')),
    'rename the claimed card': act(owner.one, 'PATCH', `${portal}/cards/2`, { name: 'Free' }),
    'unlink the replaced card': act(owner.two, 'DELETE', `${portal}/cards/1`),
    'unlink the claimed card': act(owner.one, 'DELETE', `${portal}/cards/2`),
    'unlink the kept card': act(owner.two, 'DELETE', `${portal}/cards/3`),
    'take over a card': act(owner.one, 'POST', `${portal}/cards/1/replacement`),
    'claim the kept card': act(third.one, 'POST', `${portal}/card-claims`, prove(lines.kept)),
    'claim a free card': act(claimant.two, 'POST', `${portal}/card-claims`, prove(lines.free)),
    'object to the claim': act(owner.two, 'POST', `${portal}/card-claims/${claim}/objection`),
    'withdraw the claim': act(claimant.one, 'DELETE', `${portal}/card-claims/${claim}`),
    'withdraw the other claim': act(owner.one, 'DELETE', `${portal}/card-claims/${counterclaim}`),
    'choose a favourite': act(owner.one, 'POST', `${portal}/cards/3/favourites`, favourite(packages[0], 'First')),
    'choose another favourite': act(
      owner.two,
      'POST',
      `${portal}/cards/3/favourites`,
      favourite(packages[1], 'Second'),
    ),
    'rename a favourite': act(owner.one, 'PATCH', `${portal}/favourites/${favouriteId}`, { name: 'Renamed' }),
    'remove a favourite': act(owner.two, 'DELETE', `${portal}/favourites/${favouriteId}`),
    'pay a debt': act(owner.one, 'POST', `${portal}/cards/3/debts/${debt.id}/collections`, {
      amountMinor: 740,
      currency: 'CAD',
    }),
    'pay a debt as a guest': act('', 'POST', `${portal}/debts/collections`, { srid: debt.srid, amountMinor: 740 }),
    'decide claims': job(() => decideClaims(worker)),
    'sweep what has expired': job(() => sweepExpired(worker)),
    'close the account by order': job(() => closeByAdministrator(administrator, email, randomUUID())),
    'end all sessions by order': job(() =>
      endSessionsByAdministrator(administrator.pool, { email: null, traceId: randomUUID() }),
    ),
  };
}
