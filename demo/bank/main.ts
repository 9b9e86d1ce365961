/**
 * The sandbox bank: a process of its own, as a bank is. Usage: forked by start-bank.ts, which sends the settings, is told the
 * address, and takes the bank along when it ends.
 */
import { stopSignals } from '@tapfolio/server/src/lib/stop-on-signals.ts';
import { type BankSettings, openBankServer } from './server.ts';

if (process.env.NODE_ENV === 'production') throw new Error('the sandbox bank is for demonstrations and tests only');
if (process.send === undefined) throw new Error('the sandbox bank is started by the demonstration: npm start');

// A signal to the whole group reaches the bank too: it stays until the portal has finished what it began.
for (const signal of stopSignals) process.on(signal, () => {});
process.once('disconnect', () => process.exit(0));
process.once('message', (settings: BankSettings) => {
  openBankServer(settings).then(
    ({ url }) => process.send?.({ url }),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
