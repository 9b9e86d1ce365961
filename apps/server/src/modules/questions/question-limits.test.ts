import { expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { askAboutTrip, asked, travelled, withdraw, write } from '../../../test/questions.ts';
import { refusalIn } from '../../../test/refund-calls.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);

it('are thirty texts a day, also of a passenger who withdraws each question and asks again', async () => {
  const [person, other] = [await travelled(testApp), await travelled(testApp)];
  const { passenger } = person;
  for (let texts = 0; texts < 28; texts += 2) {
    const { id } = await asked(person);
    await write(passenger, id);
    await withdraw(passenger, id);
  }
  const refused = [422, 'question_text_has_card_number'];
  expect(refusalIn(await askAboutTrip(person, { text: '4242 4242 4242 4242' }))).toEqual(refused);
  const { id } = await asked(person);
  const key = crypto.randomUUID();
  expect((await write(passenger, id, 'The last one.', key)).statusCode).toBe(201);

  expect((await write(passenger, id, 'The last one.', key)).statusCode).toBe(201);
  expect(refusalIn(await write(passenger, id))).toEqual([429, 'too_many_requests']);
  expect((await withdraw(passenger, id)).statusCode).toBe(204);
  expect(refusalIn(await askAboutTrip(person))).toEqual([429, 'too_many_requests']);
  expect((await askAboutTrip(other)).statusCode).toBe(201);
});
