import type { Passkey } from '@tapfolio/contracts/second-factors.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { held, refuse, server } from '../../../../test/fake-server.ts';
import { chosenPasskey } from '../../../../test/fixtures.ts';
import { renderPart, signIn, t } from '../../../../test/render.tsx';
import { SecondFactorSettings } from './second-factor-settings.tsx';

const phone: Passkey = {
  id: '0198c0de-0000-7000-8000-00000000beef',
  name: 'Phone',
  createdAt: '2026-10-01T08:00:00Z',
  lastUsedAt: null,
};

beforeEach(async () => {
  signIn();
  server.answer('getSecondFactors', () => ({ passkeys: [phone], mailCode: false }));
  server.answer('setMailCode', refuse('reauthentication_required'));
  server.answer('removePasskey', refuse('reauthentication_required'));
  server.answer('confirmIdentity', () => null);
  await renderPart(<SecondFactorSettings />);
});

const dialogOf = (name: string) => page.getByRole('dialog', { name });
const proof = () => dialogOf(t('account.proofHeading'));
const removal = () => dialogOf(t('account.passkeyRemoveTitle', phone));
const turnOn = () => page.getByRole('button', { name: t('account.mailCodeTurnOn') });

async function proveWithPassword(): Promise<void> {
  await proof().getByLabelText(t('account.proofPassword'), { exact: true }).fill('Heron-Bridge-at-dawn-7');
  await proof()
    .getByRole('button', { name: t('common.confirm') })
    .click();
}

/** Presses "Confirm with a passkey"; the device answers with one as soon as the server has given its options. */
async function askForPasskey() {
  vi.spyOn(navigator.credentials, 'get').mockResolvedValue(chosenPasskey());
  const options = held({ challenge: 'AQID' });
  server.answer('getConfirmOptions', options.answer);
  await proof()
    .getByRole('button', { name: t('account.proofPasskey') })
    .click();
  await expect.poll(() => server.received('getConfirmOptions')).toHaveLength(1);
  return options;
}

test('the proof opens at its password, although a hidden field before it names the account', async () => {
  await turnOn().click();

  await expect.element(proof().getByLabelText(t('account.proofPassword'), { exact: true })).toHaveFocus();
});

test('a proof by a passkey in progress cannot be cancelled, so nothing is done after a cancel', async () => {
  await turnOn().click();
  const options = await askForPasskey();

  await userEvent.keyboard('{Escape}{Escape}');
  await proof()
    .getByRole('button', { name: t('common.cancel') })
    .click({ force: true });

  await expect.element(proof()).toBeVisible();
  server.answer('setMailCode', () => null);
  options.give();
  await expect.element(proof()).not.toBeInTheDocument();
  await expect.poll(() => server.received('setMailCode')).toHaveLength(2);
});

test('Escape in the proof gives the focus back to the dialog that waits behind it', async () => {
  server.answer('getPasskeyOptions', refuse('reauthentication_required'));
  await page.getByRole('button', { name: t('account.passkeyAdd') }).click();
  const name = dialogOf(t('account.passkeyAdd')).getByLabelText(t('account.passkeyName'));
  await name.fill('Laptop');
  await userEvent.keyboard('{Enter}');
  await expect.element(proof()).toBeVisible();

  await userEvent.keyboard('{Escape}');

  await expect.element(proof()).not.toBeInTheDocument();
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveValue('Laptop');
});

test('an action that waits for a proof is done once, also if it is proven in both ways', async () => {
  await turnOn().click();
  const options = await askForPasskey();
  server.answer('setMailCode', () => null);

  await proveWithPassword();
  await expect.element(proof()).not.toBeInTheDocument();
  await expect.element(page.getByText(t('account.mailCodeTurnedOn')).first()).toBeInTheDocument();
  options.give();

  await expect.poll(() => server.received('confirmIdentity')).toHaveLength(2);
  // This request comes after everything that the second proof has caused.
  await turnOn().click();
  await expect.poll(() => server.received('setMailCode')).toHaveLength(3);
});

test('a passkey is removed after the proof in a dialog that names it, cannot be closed and asks once', async () => {
  await page.getByRole('button', { name: t('account.passkeyRemoveOf', phone) }).click();
  const confirm = removal().getByRole('button', { name: t('account.passkeyRemove') });
  await confirm.click();
  await expect.element(proof()).toBeVisible();
  const removed = held(null);
  server.answer('removePasskey', removed.answer);
  await proveWithPassword();
  await expect.poll(() => server.received('removePasskey')).toHaveLength(2);

  await expect.element(confirm).toHaveAttribute('aria-disabled', 'true');
  await confirm.click({ force: true });
  await userEvent.keyboard('{Escape}{Escape}');

  await expect.element(removal()).toBeVisible();
  removed.give();
  await expect.element(removal()).not.toBeInTheDocument();
  await expect.element(page.getByText(t('account.passkeyRemoved', phone)).first()).toBeInTheDocument();
  expect(server.received('removePasskey')).toHaveLength(2);
});

test('the dialog stays open while a passkey is being added', async () => {
  server.answer('getPasskeyOptions', () => new Promise(() => {}));
  await page.getByRole('button', { name: t('account.passkeyAdd') }).click();
  const adding = dialogOf(t('account.passkeyAdd'));
  await adding.getByLabelText(t('account.passkeyName')).fill('Laptop');
  await adding.getByRole('button', { name: t('account.passkeyContinue') }).click();
  await expect.poll(() => server.received('getPasskeyOptions')).toHaveLength(1);

  await expect
    .element(adding.getByRole('button', { name: t('common.cancel') }))
    .toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Escape}{Escape}');

  await expect.element(adding).toBeVisible();
});

test('a passkey that another tab has removed leaves the list, and the notice says that it is removed', async () => {
  server.answer('removePasskey', refuse('TM0064'));
  await page.getByRole('button', { name: t('account.passkeyRemoveOf', phone) }).click();
  server.answer('getSecondFactors', () => ({ passkeys: [], mailCode: false }));

  await removal()
    .getByRole('button', { name: t('account.passkeyRemove') })
    .click();

  await expect.element(page.getByText(t('account.passkeysNone'))).toBeVisible();
  await expect.element(page.getByText(t('account.passkeyRemoved', phone)).first()).toBeInTheDocument();
});

test('two presses at the same moment change nothing twice', async () => {
  server.answer('setMailCode', () => null);
  const button = turnOn();
  await expect.element(button).toBeVisible();
  const pressed = button.element();

  for (const one of [pressed, pressed]) one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));

  await expect.element(page.getByText(t('account.mailCodeTurnedOn')).first()).toBeInTheDocument();
  expect(server.received('setMailCode')).toHaveLength(1);
});

test('two presses at the same moment ask for one passkey', async () => {
  server.answer('getPasskeyOptions', () => new Promise(() => {}));
  await page.getByRole('button', { name: t('account.passkeyAdd') }).click();
  const adding = dialogOf(t('account.passkeyAdd'));
  await adding.getByLabelText(t('account.passkeyName')).fill('Laptop');
  const button = adding.getByRole('button', { name: t('account.passkeyContinue') });
  const pressed = button.element();

  for (const one of [pressed, pressed]) one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));

  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  expect(server.received('getPasskeyOptions')).toHaveLength(1);
});
