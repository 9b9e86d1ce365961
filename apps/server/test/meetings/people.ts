import { randomUUID } from 'node:crypto';
import { newToken, sha256 } from '../../src/lib/hashing.ts';
import { newUuid } from '../../src/lib/ids.ts';
import { mailToken } from '../../src/lib/mail-token.ts';
import { codeDigits } from '../../src/modules/second-factors/mail-codes.service.ts';
import type { TestApp } from '../build-app.ts';
import { daysAgo, lineOf, linkedSince } from '../claims.ts';
import { buildCard } from '../factories/cards.ts';
import { buildPasswordOwner, goodPassword } from '../factories/credentials.ts';
import { insertRow } from '../factories/insert-row.ts';
import { buildMedium } from '../factories/media.ts';
import { buildPayment } from '../factories/payments.ts';
import { buildSalesPackage } from '../factories/sales-packages.ts';
import { secondFactorCalls } from '../second-factors.ts';
import { softAuthenticator } from '../soft-authenticator.ts';

export type People = Awaited<ReturnType<typeof buildPeople>>;

/** A passenger in two browsers. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly one: string;
  readonly two: string;
}

/**
 * Three passengers whose acts meet: an owner of cards, a claimant of one of them, who has a card that the owner claims, and a third. What
 * makes their rows different from those of other people has a name, so that the results of two runs can be compared.
 */
export async function buildPeople(app: TestApp) {
  const { context, pool } = app;
  const names = new Map<string, string>();
  const soon = () => new Date(Date.now() + 600_000);

  async function person(name: string): Promise<Person> {
    const { email, passenger_id: id } = await buildPasswordOwner(context);
    names.set(id, name).set(email, `${name}@`);
    const session = async () => {
      const token = newToken();
      const row = { token_hash: sha256(token), passenger_id: id, idle_seconds: 900, expires_at: soon() };
      await insertRow(pool, 'sessions', { ...row, proven_at: new Date() });
      return `__Host-session=${token}`;
    };
    return { id, email, one: await session(), two: await session() };
  }

  async function medium(name: string, more: Parameters<typeof buildMedium>[1] = {}): Promise<string> {
    const { medium_id } = await buildMedium(pool, more);
    names.set(medium_id, name);
    return medium_id;
  }

  async function card(
    { id }: Person,
    card_id: number,
    name: string,
    more: Parameters<typeof buildMedium>[1] = {},
  ): Promise<string> {
    const medium_id = await medium(`medium of ${name}`, more);
    await buildCard(pool, { passenger_id: id, card_id, medium_id, name });
    await linkedSince(app, medium_id, 180);
    return medium_id;
  }

  /** A claim whose week is over, or will be. */
  async function claim(
    claimant: Person,
    owner: Person,
    claimed: { mediumId: string; name: string; days: number },
  ): Promise<string> {
    const claim_id = randomUUID();
    names.set(claim_id, `claim of ${claimed.name}`);
    const people = { passenger_id: claimant.id, owner_id: owner.id, owner_card_name: claimed.name };
    const times = { claimed_at: daysAgo(claimed.days), object_until: daysAgo(claimed.days - 7) };
    await insertRow(pool, 'card_claims', {
      ...{ claim_id, medium_id: claimed.mediumId, name: `Mine, once ${claimed.name}` },
      ...people,
      ...times,
    });
    return claim_id;
  }

  const owner = await person('owner');
  const claimant = await person('claimant');
  const third = await person('third');
  const replaced = await card(owner, 1, 'Replaced', { status: 'replaced' });
  const successor_id = await medium('successor', { first_seen_at: daysAgo(0) });
  await insertRow(pool, 'replacements', {
    medium_id: replaced,
    successor_id,
    source: 'operator',
    exported_at: daysAgo(0),
  });
  // The row of a former medium lies before that of its card.
  const former = { passenger_id: owner.id, card_id: 4, medium_id: await medium('former'), successor_card_id: 2 };
  await insertRow(pool, 'cards', { ...former, name: 'Claimed' });
  const claimed = await card(owner, 2, 'Claimed');
  const kept = await card(owner, 3, 'Kept');
  const theirs = await card(claimant, 1, 'Theirs');
  await card(third, 1, 'Another');
  const numbered = 'update passengers set last_card_id = 4 where passenger_id = any($1)';
  await pool.query(numbered, [[owner.id, claimant.id, third.id]]);
  const free = await medium('free');
  const lines = async (mediumId: string) => [await lineOf(app, mediumId, 3), await lineOf(app, mediumId, 10)] as const;
  const debt = await buildPayment(pool, {
    ...{ medium_id: kept, opened_at: daysAgo(20), closed_at: daysAgo(19) },
    ...{ status: 'payment_error', due_minor: 740, paid_minor: 0 },
  });
  names.set(debt.payment_id, 'debt');

  const favouriteId = randomUUID();
  names.set(favouriteId, 'favourite');
  await insertRow(pool, 'favourites', {
    ...{ passenger_id: owner.id, favourite_id: favouriteId, place: 1, name: 'Favourite' },
    ...{ operator_code: '1', package_code: 'none', package_name: 'Ten rides' },
  });
  const packages = await Promise.all(
    ['A', 'B'].map((package_code) => buildSalesPackage(pool, { medium_id: kept, sold_at: daysAgo(5), package_code })),
  );

  const resetId = newUuid(Date.now());
  const resetToken = mailToken(context.keys.mailTokens, 'password-reset', resetId);
  await insertRow(pool, 'password_resets', {
    ...{ token_hash: sha256(resetToken), reset_id: resetId, passenger_id: owner.id, purpose: 'forgotten' },
    expires_at: soon(),
  });
  const codeId = newUuid(Date.now());
  const ticket = newToken();
  await insertRow(pool, 'sign_in_codes', {
    ...{ ticket_hash: sha256(ticket), code_id: codeId, passenger_id: owner.id, expires_at: soon() },
  });
  const registrationId = newUuid(Date.now());
  const registrationToken = mailToken(context.keys.mailTokens, 'registration', registrationId);
  const newEmail = `${registrationId}@example.org`;
  names.set(newEmail, 'new@');
  const sql = 'select password_hash from credentials where passenger_id = $1';
  const [{ password_hash }] = (await pool.query(sql, [owner.id])).rows;
  await insertRow(pool, 'registrations', {
    ...{ token_hash: sha256(registrationToken), registration_id: registrationId, email: newEmail, password_hash },
    ...{ card_name: 'New', medium_id: free, consent_version: context.config.consent.version, language: 'en_CA' },
    expires_at: soon(),
  });

  const { send, addKey, challengeForSignIn } = secondFactorCalls(app);
  const [known, added] = [softAuthenticator(context.config.publicUrl), softAuthenticator(context.config.publicUrl)];
  const passkeyId: string = (await addKey(owner.one, known)).json().id;
  names.set(passkeyId, 'passkey');
  const offered = (await send('POST', '/user/passkeys/options', undefined, owner.one)).json();
  const others = (await send('GET', '/user/sessions', undefined, owner.one)).json<{
    items: { id: string; isCurrent: boolean }[];
  }>();

  return {
    ...{ names, owner, claimant, third, password: goodPassword, newEmail },
    lines: { claimed: await lines(claimed), kept: await lines(kept), free: await lines(free) },
    claim: await claim(claimant, owner, { mediumId: claimed, name: 'Claimed', days: 8 }),
    counterclaim: await claim(owner, claimant, { mediumId: theirs, name: 'Theirs', days: 2 }),
    debt: { id: debt.payment_id, srid: debt.srid ?? '' },
    ...{ favouriteId, packages: packages.map(({ sale_id }) => sale_id), resetToken, registrationToken, passkeyId },
    code: { ticket, code: codeDigits(context.keys.mailTokens, codeId) },
    registration: added.register(offered),
    assertion: known.assert(await challengeForSignIn()),
    otherSession: others.items.find(({ isCurrent }) => !isCurrent)?.id ?? '',
  };
}
