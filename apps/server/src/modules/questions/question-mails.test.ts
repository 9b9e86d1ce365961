import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import {
  asked,
  questionDesk,
  type Travelled,
  travelled,
  withdraw,
  withFerries,
  write,
} from '../../../test/questions.ts';
import type { Mail, MailGateway } from '../../gateways/mail.ts';
import { sendMail } from '../../jobs/send-mail.job.ts';
import { contextOf } from '../../plugins/context.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole], { config: { operators: withFerries } });
const { context, pool } = testApp;
const desk = await questionDesk(testApp);
const worker = contextOf(context, 'worker');

interface Job {
  payload: Record<string, string>;
  seconds: number;
}

/** The mails about answers to a passenger that are to be sent. */
async function waitingMails({ passenger }: Pick<Travelled, 'passenger'>): Promise<Job[]> {
  const { rows } = await pool.query<Job>(
    `select payload, round(extract(epoch from run_at - created_at))::integer as seconds
    from graphile_worker._private_jobs
    where payload->>'mail' = 'question-answered' and payload->>'passengerId' = $1`,
    [passenger.passengerId],
  );
  return rows;
}

/** Sends the mails that wait, as a worker does. */
async function sendWaiting(person: Pick<Travelled, 'passenger'>): Promise<Mail[]> {
  const mails: Mail[] = [];
  const gateway: MailGateway = { send: async (mail) => void mails.push(mail), close: () => undefined };
  for (const { payload } of await waitingMails(person)) await sendMail(worker, gateway, payload);
  await pool.query(`delete from graphile_worker._private_jobs where payload->>'passengerId' = $1`, [
    person.passenger.passengerId,
  ]);
  return mails;
}

it('tells the passenger in their language that there is an answer, and nothing of it', async () => {
  const person = await travelled(testApp, 'fr_CA');
  const { id, number } = await asked(person, { text: 'zyx question' });
  await desk.answer(id, { text: 'zyx answer' });

  const [mail, ...others] = await sendWaiting(person);

  expect(others).toEqual([]);
  expect(mail).toMatchObject({ subject: `Votre question ${number} a reçu une réponse`, language: 'fr-CA' });
  const ofHtml = (name: string) => mail?.html?.match(new RegExp(`<${name}[^>]*>.*?${number}`))?.[0];
  const oneWord = `<span style="white-space:nowrap">${number}`;
  expect([ofHtml('h1'), ofHtml('p')]).toEqual([expect.stringContaining(oneWord), expect.stringContaining(oneWord)]);
  expect(mail?.unsubscribeUrl).toBeUndefined();
  expect(mail?.text).toContain(`${context.config.publicUrl}/questions?open=${number}`);
  const written = `${mail?.text}${mail?.html}${mail?.messageId}`;
  for (const hidden of ['zyx', person.trip.trip_id, person.payment.srid, person.card.name, id])
    expect(written).not.toContain(hidden);
});

it('names the partner that has answered', async () => {
  const person = await travelled(testApp);
  const { id, number } = await asked(person);
  await pool.query(`update questions set operator_code = '2' where question_id = $1`, [id]);
  await desk.answer(id);

  const [mail] = await sendWaiting(person);

  expect(mail?.text).toContain(`Ferries has answered your question ${number}`);
});

it('tells two answers within minutes once, and a later one again', async () => {
  const person = await travelled(testApp);
  const { id } = await asked(person);
  await desk.answer(id);
  const [first] = await waitingMails(person);
  await desk.answer(id);

  expect(await waitingMails(person)).toMatchObject([{ seconds: first?.seconds }]);
  expect(first?.seconds).toBeGreaterThan(60);
  const [one] = await sendWaiting(person);
  await desk.answer(id);
  const [other, ...more] = await sendWaiting(person);

  expect([one?.subject, more]).toEqual([other?.subject, []]);
  // Mail programs drop a mail with the id of another one.
  expect(one?.messageId).not.toBe(other?.messageId);
});

it('sends the same mail again if a worker dies while it sends one', async () => {
  const person = await travelled(testApp);
  await desk.answer((await asked(person)).id);
  const [job] = await waitingMails(person);
  const ids: string[] = [];
  const gateway: MailGateway = { send: async ({ messageId }) => void ids.push(messageId), close: () => undefined };

  for (let time = 0; time < 2; time += 1) await sendMail(worker, gateway, job?.payload);

  expect(ids[0]).toBe(ids[1]);
});

it.each([
  [
    'the passenger has written again since',
    async ({ passenger }: Travelled, id: string) => void (await write(passenger, id)),
  ],
  [
    'the question went with its card',
    async ({ passenger, card }: Travelled) => {
      await buildCard(pool, { passenger_id: passenger.passengerId });
      const url = `/public/api/v1/portal/cards/${card.card_id}`;
      expect((await passenger.call({ method: 'DELETE', url })).statusCode).toBe(204);
    },
  ],
  [
    'the account is not open',
    async ({ passenger }: Travelled) =>
      void (await pool.query(`update passengers set status = 'deactivated' where passenger_id = $1`, [
        passenger.passengerId,
      ])),
  ],
])('tells nothing if %s', async (_, happens) => {
  const person = await travelled(testApp);
  const { id } = await asked(person);
  await desk.answer(id);

  await happens(person, id);

  expect(await sendWaiting(person)).toEqual([]);
});

it('is not asked for by a refused answer', async () => {
  const person = await travelled(testApp);
  const { id } = await asked(person);
  await withdraw(person.passenger, id);
  await desk.answer(id);
  await desk.answer(randomUUID());

  expect(await waitingMails(person)).toEqual([]);
});
