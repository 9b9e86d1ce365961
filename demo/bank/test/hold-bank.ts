/** For the bank's test: starts the bank from a process of its own, prints its address and each signal, and exits when its input ends. */
import { stopSignals } from '@tapfolio/server/src/lib/stop-on-signals.ts';
import { startBank } from '../start-bank.ts';

const [directory = ''] = process.argv.slice(2);
for (const signal of stopSignals) process.on(signal, () => process.stdout.write(`${signal}\n`));
const { url } = await startBank({ directory, webhookUrl: 'http://127.0.0.1:1/' });
process.stdout.write(`${url}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
