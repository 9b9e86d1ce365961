import { getPortalConfig } from '@tapfolio/contracts/portal-config.ts';
import { expect, it } from 'vitest';
import { handle } from '../src/gate/handle.ts';
import { AppError } from '../src/lib/app-error.ts';
import { createLogger } from '../src/lib/logger.ts';
import { createTestApp } from './build-app.ts';
import { takeUndeclared } from './check-refusals.ts';

const lines: string[] = [];
const logger = createLogger({ production: true }, { write: (line) => void lines.push(line) });

it('finds a call that refuses with a code which it does not declare; the caller gets the code, and the log reports it', async () => {
  const careless = async (app: Parameters<typeof handle>[0]) =>
    handle(app, getPortalConfig, () => {
      throw new AppError('debt_settled');
    });
  const { call } = await createTestApp([careless], { logger });

  const response = await call({ url: getPortalConfig.path });

  expect([response.statusCode, response.json().error.code]).toEqual([409, 'debt_settled']);
  expect(takeUndeclared()).toEqual(['getPortalConfig debt_settled']);
  expect(lines.join('\n')).toContain('a call refused with a code that it does not declare');
});
