import { expect, it } from 'vitest';
import { AppError, refuseAs } from './app-error.ts';
import { assertThat } from './assert-that.ts';

it('carries the details that the catalogue promises, and compiles with no others', () => {
  expect(new AppError('card_already_yours', { cardId: 7 }).details).toEqual({ cardId: 7 });
  expect(new AppError('TM0004', undefined, { cause: 'a cause' }).cause).toBe('a cause');
  // @ts-expect-error the card is missing
  expect(new AppError('card_already_yours').details).toBeUndefined();
  // @ts-expect-error this code tells nothing more
  expect(() => assertThat(false, 'TM0004', { cardId: 7 })).toThrow(AppError);
  // @ts-expect-error a card has a number
  expect(() => assertThat(false, 'card_already_yours', { cardId: '7' })).toThrow(AppError);
});

it('answers one refusal with another, and no other failure', async () => {
  const refusing = (error: Error) => refuseAs(['NWA0003', 'NWA0010'], () => Promise.reject(error));

  await expect(refusing(new AppError('NWA0003'))).rejects.toMatchObject({
    code: 'NWA0010',
    cause: { code: 'NWA0003' },
  });
  await expect(refusing(new AppError('NWA0002'))).rejects.toMatchObject({ code: 'NWA0002' });
  await expect(refusing(new Error('broken'))).rejects.toThrow('broken');
});
