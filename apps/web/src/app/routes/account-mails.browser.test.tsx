import { passengerPermissions } from '@tapfolio/contracts/permissions.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { refuse, server } from '../../../test/fake-server.ts';
import { buildSecondFactors, buildSession } from '../../../test/fixtures.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';

beforeEach(() => {
  signIn({ card_news: { refused: true, accepted: false, refunded: true, month: false } });
  server.answer('listSessions', () => ({ items: [buildSession()] }));
  server.answer('getSecondFactors', () => buildSecondFactors());
});

const part = () => page.getByRole('region', { name: t('account.newsHeading') });
const refused = () => part().getByLabelText(t('account.newsRefused'));
const accepted = () => part().getByLabelText(t('account.newsAccepted'));
const save = () => part().getByRole('button', { name: t('common.save') });

test('shows which emails about cards come, keeps a change when it is saved, and says so', async () => {
  server.answer('chooseCardNews', () => null);
  await openPortal('/account/edit');
  await expect.element(refused()).toBeChecked();
  await expect.element(accepted()).not.toBeChecked();

  await refused().click();
  await accepted().click();
  await expect.element(part().getByLabelText(t('account.newsRefunded'))).toBeChecked();
  await part().getByLabelText(t('account.newsMonth')).click();
  expect(server.received('chooseCardNews')).toHaveLength(0);
  await save().click();

  await expect.element(page.getByText(t('common.saveSuccess')).first()).toBeInTheDocument();
  expect(server.received('chooseCardNews').map(({ body }) => body)).toEqual([
    { refused: false, accepted: true, refunded: true, month: true },
  ]);
  await expect.element(refused()).not.toBeChecked();
});

test('a choice that could not be saved stays ticked, and can be sent again', async () => {
  server.answer('chooseCardNews', refuse('unavailable'));
  await openPortal('/account/edit');
  await accepted().click();
  await save().click();
  await expect.element(page.getByText(t('account.newsFailed')).first()).toBeInTheDocument();
  server.answer('chooseCardNews', () => null);

  await save().click();

  await expect.element(page.getByText(t('common.saveSuccess')).first()).toBeInTheDocument();
  expect(server.received('chooseCardNews').at(-1)?.body).toEqual({
    refused: true,
    accepted: true,
    refunded: true,
    month: false,
  });
});

const account = passengerPermissions.account.filter((entry) => entry !== 'account-edit.card-news');
const wanted = { refused: true, accepted: true };

test.each([
  ['the operator withholds it', { card_news: wanted, permissions: { account } }],
  ['the server is of the version before', {}],
])('is not offered where %s', async (_, user) => {
  signIn(user);

  await openPortal('/account/edit');

  await expect.element(page.getByLabelText(t('account.languageHeading'))).toBeVisible();
  expect(part().elements()).toHaveLength(0);
});
