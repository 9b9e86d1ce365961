import { claimStatement, newAddress } from '../support/passengers.ts';
import type { RunningWorld } from '../support/running-world.ts';
import { statementLine } from '../support/statement-lines.ts';
import { type Engine, until } from './engine.ts';

export interface Step {
  name: string;
  take(engine: Engine, world: RunningWorld): Promise<void>;
}

const sees = (engine: Engine, text: string) =>
  until(`"${text}"`, () => engine.evaluate(`document.body.innerText.includes(${JSON.stringify(text)})`));
const isAt = (engine: Engine, path: string) =>
  until(`the address ${path}`, () => engine.evaluate(`location.pathname === ${JSON.stringify(path)}`));

/** Opens the details of the first paid payment. Returns false if there is none. */
const openPaidRow = `(() => {
  const rows = [...document.querySelectorAll('main tr')].filter((row) => /Paid/.test(row.textContent));
  const button = rows.map((row) => row.querySelector('button[aria-expanded=false]')).find((found) => found !== null);
  button?.click();
  return button !== undefined;
})()`;

const hasFetchedReceipt = `performance.getEntriesByType('resource').some(({ name }) => /payments.+receipt/.test(name))`;

/** The main thread, from a line of a bank statement to the receipt and to the next sign-in. Each step continues where the previous one ended. */
export function mainThread(): Step[] {
  const email = newAddress();
  const cardName = 'Walking card';
  return [
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
        await until('a paid row', () => engine.evaluate(openPaidRow));
        await sees(engine, 'Why this amount?');
        await engine.press('Download receipt (PDF)');
        await until('the receipt', () => engine.evaluate(hasFetchedReceipt));
        const failed = await engine.evaluate<boolean>(
          `/could not be downloaded|No receipt/.test(document.body.innerText)`,
        );
        if (failed) throw new Error('the receipt could not be downloaded');
      },
    },
    {
      name: 'signs out, and in again with the password',
      async take(engine, world) {
        await engine.go(`${world.address}/logout`);
        await isAt(engine, '/login');
        await engine.type('Email address', email);
        await engine.type('Password', world.password);
        await engine.press('Sign in');
        await isAt(engine, '/');
        await sees(engine, cardName);
      },
    },
  ];
}
