import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { held, server } from '../../../test/fake-server.ts';
import { buildSecondFactors, buildSession } from '../../../test/fixtures.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { savedFiles } from '../../../test/saved-files.ts';

const files = savedFiles();

beforeEach(() => {
  signIn();
  server.answer('getSecondFactors', () => buildSecondFactors());
  const elsewhere = buildSession({ isCurrent: false, userAgent: null });
  server.answer('listSessions', () => ({ items: [buildSession(), elsewhere] }));
});

/** Presses a button of the account and leaves the screen before the server has answered. */
async function pressAndLeave(button: string): Promise<void> {
  const { router } = await openPortal('/account/edit');
  await page.getByRole('button', { name: button }).first().click();
  await router.navigate({ to: '/error' });
  await expect.element(page.getByRole('button', { name: button })).not.toBeInTheDocument();
}

const exported = new Blob(['{}'], { type: 'application/json' });

test('a device that was signed out is reported also if the passenger has left the screen', async () => {
  const answer = held(null);
  server.answer('endSession', answer.answer);
  await pressAndLeave(t('account.sessionEndOf', { device: t('account.deviceUnknown') }));

  answer.give();

  await expect.element(page.getByText(t('account.sessionEnded')).first()).toBeInTheDocument();
});

test('the own data are saved as a file, also after the passenger left the screen', async () => {
  const answer = held(exported);
  server.answer('exportData', answer.answer);
  await pressAndLeave(t('account.exportButton'));

  answer.give();

  await expect.element(page.getByText(t('account.exportDone')).first()).toBeInTheDocument();
  expect(files).toEqual([t('account.exportFile')]);
});

test('the own data are not saved if another passenger has signed in meanwhile', async () => {
  const answer = held(exported);
  server.answer('exportData', answer.answer);
  await pressAndLeave(t('account.exportButton'));
  signIn({ email: 'noah@example.com' });
  const next = held(exported);
  server.answer('exportData', next.answer);

  answer.give();
  await pressAndLeave(t('account.exportButton'));
  expect(files).toEqual([]);
  next.give();

  await expect.element(page.getByText(t('account.exportDone')).first()).toBeInTheDocument();
  expect(files).toHaveLength(1);
});
