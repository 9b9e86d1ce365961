/** Writes docs/privacy.md from the declarations of the tables. Usage: node scripts/privacy-docs.ts [--check] */
import { accountTables } from '../apps/server/src/database/tables/accounts.ts';
import { declaredTables } from '../apps/server/src/database/tables/declared-tables.ts';
import { lookupTables } from '../apps/server/src/database/tables/lookups.ts';
import { paymentTables } from '../apps/server/src/database/tables/payments.ts';
import { portalTables } from '../apps/server/src/database/tables/portal.ts';
import { signInTables } from '../apps/server/src/database/tables/sign-ins.ts';
import type { TableDeclaration } from '../apps/server/src/database/tables/table.ts';
import { travelTables } from '../apps/server/src/database/tables/travel.ts';
import { workTables } from '../apps/server/src/database/tables/trips-for-work.ts';
import { unpaidFareTables } from '../apps/server/src/database/tables/unpaid-fares.ts';
import { writeOrCheck } from './lib/generated-file.ts';

const introduction = `# What is stored, why and for how long

Generated from \`apps/server/src/database/tables/\` by \`node scripts/privacy-docs.ts\`; do not edit. A test compares the
declarations with the schema, so a new column without an entry does not pass. Names such as \`retention.auditMonths\` are
settings (see [configuration](configuration.md)); the worker deletes rows after their time. Travel is deleted
by whole months of UTC with everything that belongs to it: the oldest month of \`retention.travelMonths\` is kept completely.
An unpaid fare is kept with its payment, its trips and its money until it is settled, and for \`retention.travelMonths\` after that. A refund
is kept until the bank has decided, and for \`retention.travelMonths\` after that; a message to the back office until it is sent or an
administrator has closed it.

## Closing an account

One transaction; afterwards nothing personal is in any table or job, and a test searches all of them, the log and the
mailbox for it. Four things are decided here:

- **Travel stays.** Trips and payments are the operator's books. Only the row in \`cards\` links them to a person; it is
  deleted, and a person who can prove it may link the card again.
- **Consents stay, without a person.** They prove that consent was asked for. They refer to a row of \`passengers\` that names
  no person and are deleted with it after \`retention.auditMonths\`.
- **Of the reason only its class is stored** (\`not_needed\`, \`other_account\`, \`privacy\`, \`hard_to_use\`, \`other\`); any other
  text counts as \`other\` and is not stored. The event of the closing has no passenger and only the day: it has a keyed hash of the
  address, so that a person who gives this address can learn that its account was closed.
- **The last mail** travels in its job with the recipient encrypted under a key outside the database. The job is deleted
  when the mail is sent, or after at most five days of tries that all failed. The recipient of the mail to an address that the provider has replaced
  is encrypted in the same way; the closing deletes that mail with its job.

A restored backup brings closed accounts back. \`npm run cli -- close-account --closed FILE\` compares the hashes of
the events \`account_closed\` that it does not hold with the addresses of its accounts, and closes those again ([runbook](runbook.md), "Backup").

## The data export

\`GET /public/api/v1/auth/user/export\` gives every column below that has a name in the export, for the account and for the
travel of each linked card. Left out are what only a thief could use (hashes, keys, tokens) and how the portal works.

## The tables below

| Kind of a column | What it is |
|---|---|
| personal | About a person |
| travel | About the travel of a card: about a person as long as an account has the card |
| technical | How the portal works; about no person |

| When the account is closed | What happens to the value |
|---|---|
| delete | The whole row is deleted |
| clear | The row stays; the value is removed, or set to what a new account has |
| tombstone | The row stays; the value is overwritten with one that names no person |
| keep | The row stays as it is |

`;

const headings = '| Column | Kind | Purpose | In the export | When the account is closed |\n|---|---|---|---|---|\n';

function sectionOf(title: string, tables: Readonly<Record<string, TableDeclaration>>): string {
  return `## ${title}\n\n${Object.entries(tables).map(tableOf).join('\n')}`;
}

function tableOf([name, rules]: [string, TableDeclaration]): string {
  const rows = Object.entries(rules.columns).map(([column, field]) => {
    const exported = rules.exportAs !== null && field.exportName !== null ? `\`${field.exportName}\`` : '';
    return `| \`${column}\` | ${field.class} | ${field.purpose} | ${exported} | ${field.onAnonymise} |\n`;
  });
  const list = rules.exportAs === null ? '' : ` Exported as \`${rules.exportAs}\`.`;
  return `### ${name}\n\nKept: ${rules.retention}.${list}\n\n${headings}${rows.join('')}`;
}

const sections = {
  Accounts: { ...accountTables, ...workTables, ...signInTables },
  Travel: { ...travelTables, ...lookupTables },
  Payments: { ...paymentTables, ...unpaidFareTables },
  'The portal itself': portalTables,
};

const described = Object.values(sections).flatMap((tables) => Object.keys(tables));
const forgotten = Object.keys(declaredTables).filter((name) => !described.includes(name));
if (forgotten.length > 0)
  throw new Error(`no section of scripts/privacy-docs.ts has the tables ${forgotten.join(', ')}`);

const content = Object.entries(sections)
  .map(([title, tables]) => sectionOf(title, tables))
  .join('\n');
writeOrCheck('docs/privacy.md', `${introduction}${content}`, 'node scripts/privacy-docs.ts');
