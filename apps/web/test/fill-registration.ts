import { page } from 'vitest/browser';
import { openPortal, t } from './render.tsx';

/** Opens the form for a new account and fills in everything, without agreeing to the terms. */
export async function fillRegistration(): Promise<void> {
  await openPortal('/register');
  await page.getByLabelText(t('common.email')).fill('anna@example.org');
  await fillPassword();
  await page.getByLabelText(t('common.statementReference')).fill('PLT*7K2M4Q9T1XB5ZC');
  await page.getByLabelText(t('receipts.amount')).fill('12.50');
  await page.getByLabelText(t('register.cardName')).fill('Everyday card');
}

/** Fills in the password and its repetition. */
export async function fillPassword(): Promise<void> {
  const password = 'the-ninth-bus-is-always-late';
  await page.getByLabelText(t('common.password'), { exact: true }).fill(password);
  await page.getByLabelText(t('register.repeat')).fill(password);
}
