import { randomUUID } from 'node:crypto';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { declaredTables } from '../../src/database/tables/declared-tables.ts';
import { newToken, sha256 } from '../../src/lib/hashing.ts';
import type { TestContext } from '../build-app.ts';
import { buildCard } from './cards.ts';
import { buildCollection } from './collections.ts';
import { buildPasswordOwner } from './credentials.ts';
import { fillTable } from './every-table.ts';
import { insertRow } from './insert-row.ts';
import { buildPassenger } from './passengers.ts';
import { buildPayment } from './payments.ts';
import { buildProduct } from './products.ts';
import { buildRefund } from './refunds.ts';
import { buildSalesPackage } from './sales-packages.ts';
import { buildSettlement } from './settlements.ts';
import { buildTrip } from './trips.ts';

export interface MarkedPerson {
  passengerId: string;
  mediumId: string;
  email: string;
  cookie: string;
}

/** A person with a row in every table that can have one; each personal text contains the marker. */
export async function buildMarkedPerson(context: TestContext, marker: string): Promise<MarkedPerson> {
  const { pool } = context;
  const { passenger_id, email } = await buildPasswordOwner(context, {
    email: `${marker}@example.org`,
    first_name: `${marker} Anna`,
    last_name: `${marker} Novak`,
    display_language: 'fr_CA',
  });
  await pool.query(
    `update passengers set incorrect_login_count = 3, correct_login_count = 7, last_correct_login_at = now(),
      last_incorrect_login_at = now(), last_logout_at = now(), show_first_page = true, last_card_id = 9
    where passenger_id = $1`,
    [passenger_id],
  );
  const token = await buildSignIns(context, passenger_id, marker);
  const { medium_id } = await buildCard(pool, { passenger_id, name: `${marker} card` });
  await insertRow(pool, 'favourites', {
    passenger_id,
    favourite_id: randomUUID(),
    place: 1,
    operator_code: '1',
    package_code: 'TEN',
    package_name: 'Ten rides',
    name: `${marker} favourite`,
  });
  const stranger = (await buildPassenger(pool)).passenger_id;
  const claimed = { medium_id: randomUUID(), object_until: new Date(Date.now() + dayMs) };
  const own = { claim_id: randomUUID(), passenger_id, owner_id: stranger, owner_card_name: 'Another' };
  await insertRow(pool, 'card_claims', { ...claimed, ...own, name: `${marker} claim` });
  const against = { claim_id: randomUUID(), passenger_id: stranger, owner_id: passenger_id, name: 'Another' };
  await insertRow(pool, 'card_claims', { ...claimed, ...against, medium_id, owner_card_name: `${marker} card` });
  await insertRow(pool, 'consents', { passenger_id, version: '2026-01', language: 'fr_CA' });
  await insertRow(pool, 'audit_events', { kind: 'signed_in', passenger_id, trace_id: randomUUID() });
  await buildPending(context, passenger_id, marker);
  await buildTravel(context, medium_id);
  await fillOtherTables(context, { passenger_id, medium_id, email }, marker);
  return { passengerId: passenger_id, mediumId: medium_id, email, cookie: `__Host-session=${token}` };
}

/** All other tables: a new table gets a row as soon as it is declared. */
async function fillOtherTables(
  { pool }: TestContext,
  owners: Readonly<Record<'passenger_id' | 'medium_id' | 'email', string>>,
  marker: string,
): Promise<void> {
  for (const [name, { owner, exportAs }] of Object.entries(declaredTables)) {
    if (owner === null || owner === 'nobody' || (owner === 'medium_id' && exportAs === null)) continue;
    const { rowCount } = await pool.query(`select from ${name} where ${owner} = $1`, [owners[owner]]);
    if (rowCount !== 0) continue;
    await fillTable(pool, name, { owner, id: owners[owner], marker });
  }
}

async function buildSignIns({ pool }: TestContext, passenger_id: string, marker: string): Promise<string> {
  const token = newToken();
  const token_hash = sha256(token);
  const expires_at = new Date(Date.now() + 3_600_000);
  await insertRow(pool, 'sessions', {
    token_hash,
    passenger_id,
    idle_seconds: 900,
    expires_at,
    user_agent: `Browser of ${marker}`,
  });
  const identity = { issuer: `https://${marker}.example.org`, subject: `${marker}-subject` };
  await insertRow(pool, 'sso_identities', { ...identity, passenger_id });
  await insertRow(pool, 'sso_sessions', { ...identity, token_hash, id_token: `${marker}.token` });
  await insertRow(pool, 'former_passwords', { passenger_id, password_hash: `hash ${marker}` });
  await insertRow(pool, 'passkeys', {
    credential_id: `${marker}-key`,
    passkey_id: randomUUID(),
    passenger_id,
    public_key: Buffer.from(marker),
    counter: 1,
    transports: ['usb'],
    name: `${marker} key`,
  });
  return token;
}

/** Open processes: links, codes, and the jobs that would send mails about them. */
async function buildPending({ pool }: TestContext, passenger_id: string, marker: string): Promise<void> {
  const expires_at = new Date(Date.now() + 3_600_000);
  const [reset_id, registration_id, code_id] = [randomUUID(), randomUUID(), randomUUID()];
  const reset = { token_hash: sha256(`${marker}1`), reset_id, passenger_id, purpose: 'forgotten', expires_at };
  await insertRow(pool, 'password_resets', reset);
  await insertRow(pool, 'sign_in_codes', { ticket_hash: sha256(`${marker}2`), code_id, passenger_id, expires_at });
  const challenge = { challenge_hash: sha256(`${marker}3`), purpose: 'add', passenger_id, expires_at };
  await insertRow(pool, 'passkey_challenges', challenge);
  await insertRow(pool, 'registrations', {
    token_hash: sha256(`${marker}4`),
    registration_id,
    email: `${marker}@example.org`,
    password_hash: `hash ${marker}`,
    card_name: `${marker} second`,
    medium_id: randomUUID(),
    consent_version: '2026-01',
    language: 'fr_CA',
    expires_at,
  });
  const later = `select graphile_worker.add_job('send-mail', $1::json, job_key => $2, run_at => now() + interval '1 hour')`;
  for (const id of [reset_id, registration_id, randomUUID()])
    await pool.query(later, [{ mail: 'password-changed', id, passengerId: passenger_id }, `${marker}:${id}`]);
}

async function buildTravel({ pool }: TestContext, medium_id: string): Promise<void> {
  const at = '2026-03-01T08:00:00Z';
  const delivery = { operator_code: '1', exported_at: at, file_id: 1, line_number: 1 };
  await buildTrip(pool, { medium_id, started_at: at });
  await buildTrip(pool, { medium_id, started_at: '2026-03-02T08:00:00Z' });
  const payment = await buildPayment(pool, { medium_id, opened_at: at });
  await buildRefund(pool, payment, { trip_id: randomUUID() });
  await buildPayment(pool, { medium_id, opened_at: '2026-03-02T08:00:00Z', status: 'payment_error', paid_minor: 0 });
  await buildCollection(pool, { medium_id, payment_id: randomUUID() });
  await buildProduct(pool, { medium_id, valid_from: at });
  await buildSalesPackage(pool, { medium_id, sold_at: at });
  await buildSettlement(pool, { medium_id, srid: null });
  await insertRow(pool, 'chargebacks', {
    medium_id,
    chargeback_id: randomUUID(),
    srid: payment.srid,
    amount_minor: 370,
    currency: 'CAD',
    charged_back_at: at,
    reason_code: '83',
    retrieval_reference: '24445006074000000000001',
    ...delivery,
  });
  const tap = { medium_id, tapped_at: at, tap_id: randomUUID(), direction: 'on', outcome: 'accepted' };
  await insertRow(pool, 'taps', { ...tap, ...delivery });
  await insertRow(pool, 'authorisations', {
    ...delivery,
    medium_id,
    authorisation_id: randomUUID(),
    kind: 'card_check',
    amount_minor: 0,
    approved: true,
  });
}
