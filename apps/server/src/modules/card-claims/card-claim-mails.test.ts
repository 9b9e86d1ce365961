import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createTestApp, testConfig } from '../../../test/build-app.ts';
import { claim, claimsUrl, endTheWeek, takenCard } from '../../../test/claims.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { contextOf } from '../../plugins/context.ts';
import { portalRole } from '../../roles/portal.ts';
import { workerRole } from '../../roles/worker.ts';
import { decideClaims } from './decide-claims.service.ts';

const mailServer = await startMailServer();
const mail = { ...testConfig().mail, port: mailServer.port };
const testApp = await createTestApp([portalRole], { config: { mail } });
const { context, pool, signIn } = testApp;
const logger = pino({ level: 'silent' });

const addressOf = async (passengerId: string) =>
  (await pool.query<{ email: string }>('select email from passengers where passenger_id = $1', [passengerId])).rows[0]
    ?.email ?? '';

it('tells the owner of a claim and its end, the claimant of an objection, each in their language and without the other', async () => {
  const { owner, card, lines, mediumId } = await takenCard(testApp, 'Bleue');
  await pool.query(`update passengers set display_language = 'fr_CA' where passenger_id = $1`, [owner.passengerId]);
  const [first, second] = [await signIn(), await signIn()];
  const [ownersAddress, firstAddress, secondAddress] = await Promise.all(
    [owner, first, second].map(({ passengerId }) => addressOf(passengerId)),
  );
  const worker = await workerRole(context, logger);

  await claim(first, lines, { name: 'My blue one' });
  const asked = await mailServer.lastTo(ownersAddress ?? '');
  const { rows } = await pool.query<{ claim_id: string }>('select claim_id from card_claims');
  await owner.call({ method: 'POST', url: `${claimsUrl}/${rows[0]?.claim_id}/objection` });
  const objected = await mailServer.lastTo(firstAddress ?? '');
  await claim(second, lines, { name: 'Still mine' });
  await mailServer.lastTo(ownersAddress ?? '', 2);
  await endTheWeek(testApp, mediumId);
  await decideClaims(contextOf(context, 'worker'));
  const granted = await mailServer.lastTo(secondAddress ?? '');
  const moved = await mailServer.lastTo(ownersAddress ?? '', 3);
  await worker.stop();

  expect(asked.subject).toBe(`Quelqu’un réclame votre carte «\u00a0${card.name}\u00a0»`);
  expect(asked.text).toMatch(/opposez-vous avant le \d{4}\/\d{2}\/\d{2}|opposez-vous avant le \d/);
  // The link opens the portal: only a passenger who is signed in can object there.
  expect(asked.html).toContain(`${new URL(context.config.publicUrl).origin}/`);
  expect(asked.html).not.toContain(rows[0]?.claim_id);
  expect(objected.subject).toBe('The card “My blue one” stays where it is');
  expect(granted.subject).toBe('The card “Still mine” is now yours');
  expect(moved.subject).toBe(`Votre carte «\u00a0${card.name}\u00a0» a quitté votre compte`);
  for (const one of [asked, moved]) {
    expect(`${one.text}${one.html}`).not.toContain(firstAddress);
    expect(`${one.text}${one.html}`).not.toContain('My blue one');
  }
  for (const one of [objected, granted]) {
    expect(`${one.text}${one.html}`).not.toContain(ownersAddress);
    expect(`${one.text}${one.html}`).not.toContain(card.name);
  }
});
