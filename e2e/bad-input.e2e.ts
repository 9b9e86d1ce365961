import { claimStatement } from './support/passengers.ts';
import { fillRegistration } from './support/registration.ts';
import { statementLine } from './support/statement-lines.ts';
import { expect, test } from './support/test.ts';

test('keeps the typed values and moves to the first wrong field [REG-01, CARD-03]', async ({ page, world }) => {
  await page.goto('/register');
  await fillRegistration(page, {
    email: 'someone@example.org',
    password: world.password,
    cardName: 'Blue Visa',
    statementLine: 'PLT*ABC 4.00',
  });
  await page.getByRole('button', { name: 'Create account' }).click();

  await expect(page.getByLabel('Statement reference (SRID)')).toBeFocused();
  await expect(page.getByLabel('Statement reference (SRID)')).toHaveAccessibleDescription(
    /It has 13 or 14 letters and digits/,
  );
  await expect(page.getByLabel('Email address')).toHaveValue('someone@example.org');
  await expect(page.getByLabel('Card name')).toHaveValue('Blue Visa');
});

test('removes the error of a corrected field and keeps the other errors', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('Password', { exact: true }).fill('too-short');
  await page.getByRole('button', { name: 'Create account' }).click();
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const summary = page.getByRole('region', { name: /entries need a correction/ });
  await expect(summary).toBeFocused();
  await summary.getByRole('link').first().press('Enter');
  await expect(field('Email address')).toBeFocused();
  for (const name of ['Password', 'Repeat the password', 'Card name'])
    await expect(field(name)).toHaveAttribute('aria-invalid');

  await field('Password').fill('too-short-no-longer-it-is');
  await expect(field('Password')).not.toHaveAttribute('aria-invalid');
  await expect(field('Repeat the password')).toHaveAttribute('aria-invalid');
  await field('Repeat the password').fill('too-short-no-longer-it-is');
  await expect(field('Repeat the password')).not.toHaveAttribute('aria-invalid');
  await expect(page.getByText('The passwords are not the same.')).toHaveCount(0);
  await field('Repeat the password').fill('too-short');
  await expect(field('Repeat the password')).not.toHaveAttribute('aria-invalid');
  await expect(field('Card name')).toHaveAttribute('aria-invalid');
});

test('gives the same answer to a wrong reference and a wrong amount [REG-02, CARD-04]', async ({ page, world }) => {
  const statement = claimStatement(world);
  const wrong = [
    { srid: 'ZZZZZZZZZZZZZZ', amountMinor: statement.amountMinor },
    { srid: statement.srid, amountMinor: statement.amountMinor + 5 },
  ];

  for (const attempt of wrong) {
    await page.goto('/register');
    await fillRegistration(page, {
      email: 'guess@example.org',
      password: world.password,
      cardName: 'Guess',
      statementLine: statementLine(attempt),
    });
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('We found no payment with this statement reference and amount.')).toBeVisible();
  }
});

test('names the broken password rule that only the server can check [AUTH-08]', async ({ page, world }) => {
  const statement = claimStatement(world);
  await page.goto('/register');
  await fillRegistration(page, {
    email: 'common@example.org',
    password: 'passwordpassword',
    cardName: 'Blue Visa',
    statementLine: statementLine(statement),
  });
  await page.getByRole('button', { name: 'Create account' }).click();

  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription(/Too many people use this password/);
});

test('asks to try again soon if the account cannot be created [REG-04]', async ({ page, world, allowErrors }) => {
  allowErrors(/status of 503/);
  await page.route('**/public/api/v1/auth/registrations', (route) => route.fulfill({ status: 503 }));
  await page.goto('/register');
  await fillRegistration(page, {
    email: 'someone@example.org',
    password: world.password,
    cardName: 'Blue Visa',
    statementLine: 'PLT*7K2M4Q9T1XB5ZC 4.00',
  });
  await page.getByRole('button', { name: 'Create account' }).click();

  await expect(page.getByRole('alert').filter({ hasText: 'Please try again shortly.' })).toBeVisible();
  await expect(page.getByLabel('Email address')).toHaveValue('someone@example.org');
});

test('asks for a correct amount if the entry is not an amount [CARD-04]', async ({ page, signIn }) => {
  await signIn(page, 'Fresh', '/card/add');
  await page.getByLabel('Statement reference (SRID)').fill('PLT*7K2M4Q9T1XB5ZC');
  await page.getByLabel('Amount of this charge').fill('four dollars');
  await page.getByLabel('Card name').fill('New');
  await page.getByRole('button', { name: 'Add card' }).click();

  await expect(page.getByLabel('Amount of this charge')).toBeFocused();
  await expect(page.getByLabel('Amount of this charge')).toHaveAccessibleDescription(
    /Please enter the correct amount\./,
  );
});

test('refuses a second card with the same name [CARD-02, CARD-05]', async ({ page, world, enterAs }) => {
  const statement = claimStatement(world);
  await enterAs(page, {}, '/card/add');
  await page.getByLabel('Statement reference (SRID)').fill(statementLine(statement));
  await expect(page.getByLabel('Amount of this charge')).toHaveValue((statement.amountMinor / 100).toFixed(2));
  await page.getByLabel('Card name').fill('My card');
  await page.getByRole('button', { name: 'Add card' }).click();
  const name = page.getByLabel('Card name');
  await expect(name).toHaveAccessibleDescription(/You already have a card with this name\./);
  await expect(name).toBeFocused();

  await name.fill('My other card');
  await page.getByRole('button', { name: 'Add card' }).click();

  await expect(page.getByRole('heading', { name: 'My other card' }).first()).toBeVisible();
});

test('reads an amount with the comma of the page’s language, and refuses the card of another account [CARD-06, I18N-07]', async ({
  page,
  world,
  signIn,
}) => {
  await page.addInitScript(() => localStorage.setItem('selectedLanguage', 'fr_CA'));
  await signIn(page, 'French', '/card/add');
  await expect(page).toHaveURL('/carte/ajouter');
  await page.locator('input[name=srid]').fill(statementLine(world.takenStatement));
  await page.locator('input[name=amount]').fill((world.takenStatement.amountMinor / 100).toFixed(2).replace('.', ','));
  await page.locator('input[name=name]').fill('À quelqu’un d’autre');
  await page.locator('form button[type=submit]').click();

  await expect(page.getByText('Cette carte est déjà associée à un autre compte.')).toBeVisible();
});

test('shows nothing about a card that is not in the account [CARD-14]', async ({ page, signIn }) => {
  await signIn(page, 'Fresh');

  for (const address of ['/card/trips-history/99', '/card/payments-history/99', '/card/products-history/99']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'This card is not in your account' })).toBeVisible();
  }
});

test('says "Login Failed" both for a wrong password and for an unknown address [AUTH-02]', async ({ page, world }) => {
  const [known] = world.people;
  for (const email of [known?.email ?? '', 'nobody@example.org']) {
    await page.goto('/login');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('Wrong-password-1234');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();

    const refusal = page.getByRole('alert').filter({ hasText: 'Login Failed' });
    await expect(refusal).toContainText('Invalid login details entered, please try again.');
    await expect(page.getByLabel('Email address')).toHaveValue(email);
  }
});
