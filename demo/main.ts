/**
 * The demonstration: one command, no other service. Usage: npm start
 * TAPFOLIO_DATA names another folder for its data (default .data), DATABASE_URL another database, TAPFOLIO_CONFIG another
 * operator. Deleting the folder starts a new city.
 */
import path from 'node:path';
import { ConfigError } from '@tapfolio/server/src/config/config.ts';
import { surviveLostOutput } from '@tapfolio/server/src/lib/last-resort.ts';
import { stopOnSignals } from '@tapfolio/server/src/lib/stop-on-signals.ts';
import { demoPassword, people } from './people/people.ts';
import type { StatementLine } from './world/accounts.ts';
import { startWorld } from './world/start-world.ts';
import type { World } from './world/world.ts';

const configFile = path.resolve(import.meta.dirname, '../config/demo.json');

surviveLostOutput();
try {
  const starting = startWorld(process.env.TAPFOLIO_CONFIG ?? configFile);
  // A signal during the start waits until the start has ended, as in the server: a half-started database must be stopped too.
  stopOnSignals({ stop: async () => await (await starting).stop() });
  const world = await starting;
  process.stdout.write(welcome(world));
  // A parent process that forked this one (as the journeys do) gets the same data as a message.
  process.send?.({ ...world, password: demoPassword });
  await world.completed;
  if (!world.isComplete) process.stdout.write('The very long history is complete: 50,000 trips.\n');
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
  process.exit(1);
}

function welcome(world: World): string {
  const width = Math.max(...world.people.map((person) => person.email.length));
  const [free] = world.statements;
  return `
Ready in ${(performance.now() / 1000).toFixed(1)} s: ${world.address}

  Mailbox     ${world.mailboxUrl}
  Bank        ${world.bankUrl} shows its ledger and has a switch for each fault
  Back office ${world.backOfficeUrl} makes refunds, answers passengers, and shows what the portal reported about unpaid fares
  Lumière ID  ${world.providerUrl} signs in the person "Single sign-on" below
  Feed files dropped into ${world.inbox} are imported

Sign in with the password ${demoPassword} as
${world.people.map(({ kind, email, shows }) => `  ${email.padEnd(width)}  ${kind}: ${shows}`).join('\n')}
${absent(world)}${world.isComplete ? '' : '(Travel of earlier months is still being imported; what is newer is complete.)\n'}
Or create an account with this line of a bank statement
${free ? onStatement(free) : ''}
Or claim a card that another account has: add it with the first of these lines, then claim it with both
${world.claimableStatements.map(onStatement).join('\n')}

Ctrl-C stops everything.
`;
}

/** A line about the people of this version who have no account in the city. Empty if all have one. */
function absent(world: World): string {
  const missing = people.filter((person) => !world.people.includes(person));
  if (missing.length === 0) return '';
  const folder = process.env.TAPFOLIO_DATA ?? '.data';
  return `(Not in this city, which an older version made: ${missing.map(({ email }) => email).join(', ')}. To make a new city with them, delete ${folder}.)\n`;
}

function onStatement({ srid, amountMinor }: StatementLine): string {
  return `  PLT*${srid} PORT LUMIERE ${(amountMinor / 100).toFixed(2)}`;
}
