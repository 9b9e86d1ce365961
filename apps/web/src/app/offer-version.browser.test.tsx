import { expect, onTestFinished, test, vi } from 'vitest';
import { renderPart, t } from '../../test/render.tsx';
import { closeNotice, noticesNow, withdrawNotice } from '../lib/notices.ts';
import { offerVersion } from './offer-version.ts';

const form = (
  <form>
    <input aria-label="Name" />
    <input aria-label="I agree" type="checkbox" />
  </form>
);

/** Offers a version beside a form; the warning about what is filled in stands after the button was pressed. */
async function warned() {
  const version = { state: 'installed', postMessage: vi.fn() } as const;
  onTestFinished(() => withdrawNotice('update'));
  const screen = await renderPart(form);
  offerVersion(version);
  await screen.getByLabelText('Name').fill('Noah');
  await screen.getByRole('button', { name: t('nav.updateNow') }).click();
  await expect.element(screen.getByText(t('nav.updateLoses'))).toBeVisible();
  return { screen, version };
}

test('the warning about a filled form is withdrawn with the form, and the version is still offered', async () => {
  const { screen, version } = await warned();

  await screen.rerender(<p>Another screen</p>);

  await expect.element(screen.getByText(t('nav.updateLoses'))).not.toBeInTheDocument();
  await expect.element(screen.getByText(t('nav.updateAvailable'))).toBeVisible();
  expect(version.postMessage).not.toHaveBeenCalled();
});

test('the warning is withdrawn when the passenger empties the form', async () => {
  const { screen } = await warned();

  await screen.getByLabelText('Name').fill('');

  await expect.element(screen.getByText(t('nav.updateLoses'))).not.toBeInTheDocument();
  await expect.element(screen.getByText(t('nav.updateAvailable'))).toBeVisible();
});

test('a form in which nothing is filled in or ticked is left without a warning', async () => {
  const version = { state: 'installed', postMessage: vi.fn() } as const;
  const screen = await renderPart(form);
  offerVersion(version);

  await screen.getByRole('button', { name: t('nav.updateNow') }).click();

  expect(version.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
});

test('the warning also protects a ticked box', async () => {
  const version = { state: 'installed', postMessage: vi.fn() } as const;
  onTestFinished(() => withdrawNotice('update'));
  const screen = await renderPart(form);
  offerVersion(version);
  await screen.getByLabelText('I agree').click();

  await screen.getByRole('button', { name: t('nav.updateNow') }).click();

  await expect.element(screen.getByText(t('nav.updateLoses'))).toBeVisible();
  expect(version.postMessage).not.toHaveBeenCalled();
});

test('the warning stays while something is filled in', async () => {
  const { screen } = await warned();

  await screen.getByLabelText('Name').fill('Maya');
  await screen.rerender(
    <>
      {form}
      <p>Something new</p>
    </>,
  );

  await expect.element(screen.getByText('Something new')).toBeVisible();
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Maya');
  await expect.element(screen.getByText(t('nav.updateLoses'))).toBeVisible();
});

test('a closed offer does not come back when the form is left', async () => {
  const { screen } = await warned();
  closeNotice(noticesNow().shown[0]?.uuid ?? '');

  await screen.rerender(<p>Another screen</p>);

  await expect.element(screen.getByText('Another screen')).toBeVisible();
  await expect.element(screen.getByText(t('nav.updateAvailable'))).not.toBeInTheDocument();
});

test('the second press takes the version also while something is filled in', async () => {
  const { screen, version } = await warned();

  await screen.getByRole('button', { name: t('nav.updateNow') }).click();

  expect(version.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
});
