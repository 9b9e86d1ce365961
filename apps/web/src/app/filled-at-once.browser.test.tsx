import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fillAtOnce } from '../../test/fill-at-once.ts';
import { openPortal, t } from '../../test/render.tsx';

const password = 'the-ninth-bus-is-always-late';

test('what a password manager fills in corrects the errors of the form and ticks the rules of the password', async () => {
  await openPortal('/register');
  await page.getByRole('button', { name: t('register.submit') }).click();
  const email = page.getByLabelText(t('common.email'));
  await expect.element(email).toBeInvalid();

  fillAtOnce(email.element(), 'maya@example.org');
  fillAtOnce(page.getByLabelText(t('common.password'), { exact: true }).element(), password);
  fillAtOnce(page.getByLabelText(t('register.repeat')).element(), password);

  await expect.element(email).not.toBeInvalid();
  expect(page.getByRole('link', { name: t('errors.password_new_empty') }).elements()).toEqual([]);
  await expect.element(page.getByText(`(${t('password.ruleMet')})`).first()).toBeInTheDocument();
});

test('a reference that is filled in at once is read', async () => {
  await openPortal('/receipt-page');
  const box = page.getByLabelText(t('common.statementReference'));

  fillAtOnce(box.element(), 'OCT*7K2M4Q9T1XB5ZC OTTAWA 4.00');

  const said = t('receipts.lineFound', { srid: '7K2M4Q9T1XB5ZC' });
  await expect.element(page.getByText(said).first()).toBeVisible();
  // A screen reader says it once.
  await expect.element(page.getByRole('status').filter({ hasText: said })).toBeInTheDocument();
  expect(page.getByRole('paragraph').filter({ hasText: said }).elements()).toEqual([]);
  await expect.element(page.getByLabelText(t('receipts.amount'))).toHaveValue('4.00');
});
