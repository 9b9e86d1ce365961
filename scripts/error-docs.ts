/** Writes docs/errors.md from the error catalogue and the English texts. Usage: node scripts/error-docs.ts [--check] */
import { backendCodes } from '../packages/contracts/src/errors/backend-codes.ts';
import type { CatalogueEntry } from '../packages/contracts/src/errors/catalogue-entry.ts';
import { paymentCodes } from '../packages/contracts/src/errors/payment-codes.ts';
import { refundCodes } from '../packages/contracts/src/errors/refund-codes.ts';
import { systemCodes, systemEntries } from '../packages/contracts/src/errors/system-codes.ts';
import { dailyStatus } from '../packages/contracts/src/errors.ts';
import { messageGroups } from '../packages/contracts/src/message-groups.ts';
import { readCatalogues } from '../packages/locales/scripts/catalogue.ts';
import { writeOrCheck } from './lib/generated-file.ts';

const { en_CA } = await readCatalogues();
const texts: Readonly<Record<string, string>> = { ...en_CA.rest, ...en_CA.faults };
const textOf = (code: string): string => texts[`errors.${code}`] ?? '';

const introduction = `# Error codes

Generated from \`packages/contracts/src/errors.ts\` and \`errors/\` by \`node scripts/error-docs.ts\`; do not edit. Every refusal has the form
\`{ "error": { "code", "details", "traceId" } }\`; \`details\` is there where the code has some to tell. The texts are the English
ones; each code has one in all seven languages. *Given* says what the specification itself gives: the number with its meaning,
or the meaning only; all other meanings are ours and stand here only. *Text-only* codes are answered by no call today.

`;

function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

function head(...cells: readonly string[]): string {
  return `${row(...cells)}${row(...cells.map(() => '---'))}`;
}

function daily(): string {
  const rows = Object.entries(dailyStatus).map(([code, status]) => row(`\`${code}\``, status, textOf(code)));
  return `## Every day\n\nThe browser holds these texts from the start.\n\n${head('Code', 'Status', 'Text')}${rows.join('')}\n`;
}

function family(title: string, entries: Readonly<Record<string, CatalogueEntry>>): string {
  const rows = Object.entries(entries).map(([code, { status, means, given = '', textOnly }]) =>
    row(`\`${code}\``, status, means, given, textOf(code), textOnly === undefined ? '' : `Text-only. ${textOnly}`),
  );
  return `## ${title}\n\n${head('Code', 'Status', 'Meaning', 'Given', 'Text', 'Why nothing answers it')}${rows.join('')}\n`;
}

function grid(): string {
  const cell = (code: keyof typeof systemEntries): string => {
    const { status, textOnly } = systemEntries[code];
    return textOnly === undefined ? `**${code}** ${status}` : code;
  };
  const rows = Object.entries(systemCodes).map(([thing, { internal, missing, invalid, unknown }]) =>
    row(thing, cell(internal), cell(missing), cell(invalid), cell(unknown)),
  );
  const reasons = new Map(Object.values(systemEntries).map(({ means, textOnly }) => [means.split(': ')[1], textOnly]));
  const silent = Array.from(reasons, ([fault, why]) => (why === undefined ? '' : `- ${fault} ${why}\n`)).join('');
  return `## TM0001 to TM0220

Four faults of 55 things. **Bold** codes are answered, with the status beside them: those of missing and invalid input stand in
\`details.codes\` of \`0101\` and \`0102\`, by the path of the field. The others are text-only:

${silent}
${head('Thing', 'Internal error', 'Missing input', 'Invalid input', 'Unknown')}${rows.join('')}
`;
}

function groups(): string {
  const rows = Object.entries(messageGroups).map(([name, codes]) =>
    row(name, codes.map((code) => `\`${code}\``).join(', ')),
  );
  return `## Groups of messages\n\nThe groups of the specification's back end, with the codes that say them.\n\n${head('Group', 'Codes')}${rows.join('')}`;
}

const content = [
  introduction,
  daily(),
  family('NWA0002 to NWA0039: payments, receipts, trips and taps', paymentCodes),
  family('PS0001 to PS0036: refunds and charges', refundCodes),
  grid(),
  family('Of the back end, without a number', backendCodes),
  groups(),
].join('');
writeOrCheck('docs/errors.md', content, 'node scripts/error-docs.ts');
