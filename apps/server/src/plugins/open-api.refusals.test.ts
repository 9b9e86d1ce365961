import { errorBody } from '@tapfolio/contracts/error-body.ts';
import { changePassword, confirmPasswordReset } from '@tapfolio/contracts/passwords.ts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { describeRefusals } from './open-api.refusals.ts';

const whole = {
  type: 'object',
  properties: {
    error: {
      allOf: [{ $ref: '#/components/schemas/ErrorFields' }],
      properties: { code: { enum: [expect.anything()] } },
    },
    statusText: { type: 'string' },
    password_errors: { type: 'array' },
  },
  required: ['error', 'statusText', 'password_errors'],
  additionalProperties: false,
};

test('describes what a refusal has beside its error, except where the server refuses before it knows the call', () => {
  const { 503: overloaded, ...known } = describeRefusals(confirmPasswordReset);

  expect(Object.keys(known)).toEqual(expect.arrayContaining(['400', '410', '413', '422', '429']));
  expect(known[410]).toMatchObject({ content: { 'application/json': { schema: whole } } });
  for (const answer of Object.values(known)) expect(JSON.stringify(answer)).toContain('"password_errors"');
  expect(JSON.stringify([overloaded, describeRefusals(changePassword)])).not.toContain('statusText');
});

test('says of no other refusal that it may have further fields', () => {
  const { $schema: _, ...usual } = z.toJSONSchema(errorBody);

  expect(usual).toMatchObject({ required: ['error'], additionalProperties: false });
});
