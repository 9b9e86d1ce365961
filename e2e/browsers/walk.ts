import { claimStatement, newAddress } from '../support/passengers.ts';
import { statementLine } from '../support/statement-lines.ts';
import { deletesTheAccount, guest, regular } from './answers.ts';
import { until } from './engine.ts';
import { changePassenger, emailOf, hasFetched, isAt, type Step, sees } from './steps.ts';

/** Opens the details of the first row with this word. Its value is false if there is none. */
const openRow = (word: 'Paid' | 'Refunded') => `(() => {
  const rows = [...document.querySelectorAll('main tr')].filter((row) => row.textContent.includes('${word}'));
  const button = rows.map((row) => row.querySelector('button[aria-expanded=false]')).find((found) => found !== null);
  button?.click();
  return button !== undefined;
})()`;

/**
 * The main thread, from a line of a bank statement to the receipt and to the next sign-in, each step where the previous one ended; then
 * an unpaid fare, a refund and a claimed card of other passengers, and their questions and documents. The first account is deleted at
 * the end.
 */
export function mainThread(): Step[] {
  const email = newAddress();
  const cardName = 'Walking card';
  return [
    ...guest,
    {
      name: 'creates an account with a line of a bank statement',
      async take(engine, world) {
        await engine.go(`${world.address}/register`);
        await engine.type('Email address', email);
        await engine.type('Password', world.password);
        await engine.type('Repeat the password', world.password);
        await engine.type('Statement reference', statementLine(claimStatement(world)));
        await engine.type('Card name', cardName);
        await engine.press('I agree to the data-protection terms.');
        await engine.press('Create account');
        await sees(engine, 'Check your email');
      },
    },
    {
      name: 'confirms the address with the link of the mail, and is signed in',
      async take(engine, world) {
        await until('the mail', async () => {
          await engine.go(world.mailboxUrl);
          return await engine.evaluate(`document.body.innerText.includes(${JSON.stringify(email)})`);
        });
        const mail = await engine.evaluate<string>(
          `[...document.querySelectorAll('a')].find((link) => link.innerText.includes(${JSON.stringify(email)})).href`,
        );
        await engine.go(mail);
        await engine.go(await engine.evaluate<string>(`document.querySelector('pre a').href`));
        await engine.type('Password', world.password);
        await engine.press('Confirm');
        await isAt(engine, '/');
        await sees(engine, cardName);
      },
    },
    {
      name: 'shows the trips, of a period too',
      async take(engine) {
        await engine.press('Trips');
        await sees(engine, `Trips with ${cardName}`);
        await until('trips', () => engine.evaluate(`document.querySelectorAll('main table tbody tr').length > 1`));
      },
    },
    {
      name: 'tells why a payment is what it is, and hands out its receipt',
      async take(engine) {
        await engine.press('Payments');
        await sees(engine, `Payments with ${cardName}`);
        await until('a paid row', () => engine.evaluate(openRow('Paid')));
        await sees(engine, 'Why this amount?');
        await engine.press('Download receipt (PDF)');
        await hasFetched(engine, /payments.+receipt/);
        const failed = await engine.evaluate<boolean>(
          `/could not be downloaded|No receipt/.test(document.body.innerText)`,
        );
        if (failed) throw new Error('the receipt could not be downloaded');
      },
    },
    {
      name: 'signs out, and in again with the password',
      async take(engine, world) {
        await changePassenger(engine, world, email);
        await sees(engine, cardName);
      },
    },
    {
      name: 'pays an unpaid fare',
      async take(engine, world) {
        await changePassenger(engine, world, emailOf(world, 'In debt'));
        await engine.press('Pay $');
        await sees(engine, 'You are charged once');
        await engine.press('Pay $');
        await sees(engine, 'Fare paid on');
      },
    },
    {
      name: 'leads from a refund to the payment that was refunded',
      async take(engine, world) {
        await changePassenger(engine, world, emailOf(world, 'Refund'));
        await engine.press('Payments');
        await until('a refund', () => engine.evaluate(openRow('Refunded')));
        await engine.press('See the payment that this refunds');
        await sees(engine, 'Total after refund');
      },
    },
    {
      name: 'keeps a card that another passenger claims',
      async take(engine, world) {
        await changePassenger(engine, world, emailOf(world, 'Claimed card'));
        await engine.press('Keep the card');
        await sees(engine, 'Keep Yellow card?');
        await engine.press('Keep the card');
        await sees(engine, 'Yellow card stays in your account');
      },
    },
    ...regular,
    deletesTheAccount(email),
  ];
}
