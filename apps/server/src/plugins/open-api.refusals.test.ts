import { changePassword, confirmPasswordReset } from '@tapfolio/contracts/passwords.ts';
import { expect, test } from 'vitest';
import { describeRefusals } from './open-api.refusals.ts';

const beside = {
  type: 'object',
  properties: { statusText: { type: 'string' }, password_errors: { type: 'array' } },
  required: ['statusText', 'password_errors'],
};

test('describes what a refusal has beside its error, except where the server refuses before it knows the call', () => {
  const { 503: overloaded, ...known } = describeRefusals(confirmPasswordReset);

  expect(Object.keys(known)).toEqual(expect.arrayContaining(['400', '410', '413', '422', '429']));
  const usual = { $ref: expect.stringMatching(/Refusal_/) };
  expect(known[410]).toMatchObject({ content: { 'application/json': { schema: { allOf: [usual, beside] } } } });
  for (const answer of Object.values(known)) expect(JSON.stringify(answer)).toContain('"password_errors"');
  expect(JSON.stringify([overloaded, describeRefusals(changePassword)])).not.toContain('statusText');
});
