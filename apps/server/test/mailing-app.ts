import { pino } from 'pino';
import { afterAll } from 'vitest';
import { workerRole } from '../src/roles/worker.ts';
import { createTestApp, type TestApp, testConfig } from './build-app.ts';
import { startMailServer, type TestMailServer } from './mail-server.ts';

/** A server of these roles with a worker that mails to a mail server on this machine; all stop when the test file ends. */
export async function createMailingApp(
  roles: Parameters<typeof createTestApp>[0],
): Promise<TestApp & { mailServer: TestMailServer }> {
  const mailServer = await startMailServer();
  const testApp = await createTestApp(roles, { config: { mail: { ...testConfig().mail, port: mailServer.port } } });
  const worker = await workerRole(testApp.context, pino({ level: 'silent' }));
  afterAll(() => worker.stop());
  return { ...testApp, mailServer };
}
