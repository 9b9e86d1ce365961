import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../test/fake-server.ts';
import { buildSecondFactors, buildSession } from '../../test/fixtures.ts';
import { openPortal, signIn, t } from '../../test/render.tsx';
import { buildCard, buildCardList } from '../../test/travel-fixtures.ts';

test.each([
  ['/login', 'common.password', 'go'],
  ['/reset-password', 'common.email', 'send'],
  ['/receipt-page', 'receipts.amount', 'search'],
  ['/register', 'register.cardName', 'done'],
] as const)('on %s the Enter key of the last box (%s) says what it does: %s', async (address, label, hint) => {
  await openPortal(address);

  await expect.element(page.getByLabelText(t(label), { exact: true })).toHaveAttribute('enterkeyhint', hint);
});

test('the Enter key of the only box of the search for a charge says that it searches', async () => {
  signIn();
  server.answer('listCards', () => buildCardList([buildCard({ id: 1 })]));
  server.answer('listPayments', () => ({ items: [], nextCursor: null }));
  await openPortal('/card/payments-history/1');

  await page.getByText(t('payments.findTitle')).click();

  const box = page.getByLabelText(t('common.statementReference'));
  await expect.element(box).toHaveAttribute('enterkeyhint', 'search');
});

test('the Enter key of the box that confirms the deletion of the account says what it does', async () => {
  signIn();
  server.answer('listSessions', () => ({ items: [buildSession()] }));
  server.answer('getSecondFactors', () => buildSecondFactors());
  await openPortal('/account/edit');

  await page.getByRole('button', { name: t('account.closeHeading') }).click();

  const box = page.getByLabelText(t('account.closePassword'), { exact: true });
  await expect.element(box).toHaveAttribute('enterkeyhint', 'done');
});
