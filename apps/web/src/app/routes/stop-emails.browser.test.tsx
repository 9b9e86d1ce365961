import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { held, refuse, server } from '../../../test/fake-server.ts';
import { openPortal, t } from '../../../test/render.tsx';

const token = 'e'.repeat(43);
const turnOff = () => page.getByRole('button', { name: t('account.offSubmit') });

test('asks before it turns anything off, then says that it is off and where it can be turned on again', async () => {
  const answer = held(null);
  server.answer('turnOffCardNews', answer.answer);
  const { router } = await openPortal(`/stop-emails/${token}`);
  await expect.element(page.getByRole('heading', { level: 1, name: t('account.offTitle') })).toBeVisible();
  expect(router.latestLocation.pathname).toBe('/stop-emails/-');
  expect(server.received('turnOffCardNews')).toHaveLength(0);

  await turnOff().dblClick();
  answer.give();

  await expect.element(page.getByRole('heading', { level: 1, name: t('account.offDone') })).toHaveFocus();
  await expect.element(page.getByRole('link', { name: t('account.offAccount') })).toBeVisible();
  expect(server.received('turnOffCardNews').map(({ body }) => body)).toEqual([{ token }]);
});

test('says that a link does not work, and what to do instead', async () => {
  server.answer('turnOffCardNews', refuse('0102'));
  await openPortal('/stop-emails/half');

  await turnOff().click();

  await expect.element(page.getByRole('heading', { level: 1, name: t('account.offBroken') })).toBeVisible();
  await expect.element(page.getByText(t('account.offBrokenText'))).toBeVisible();
});

test('can be pressed again after a failure', async () => {
  server.answer('turnOffCardNews', refuse('unavailable'));
  await openPortal(`/stop-emails/${token}`);
  await turnOff().click();
  await expect.element(page.getByText(t('errors.unavailable')).first()).toBeInTheDocument();
  server.answer('turnOffCardNews', () => null);

  await turnOff().click();

  await expect.element(page.getByRole('heading', { level: 1, name: t('account.offDone') })).toBeVisible();
});
