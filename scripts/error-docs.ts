/** Writes docs/errors.md from the error catalogue and the English texts. Usage: node scripts/error-docs.ts [--check] */
import { textOnlyReason } from '../packages/contracts/src/answered-codes.ts';
import { allCalls, nameOf } from '../packages/contracts/src/contract.ts';
import { errorCodes, meaningOf, ownEntries, statusOf } from '../packages/contracts/src/error-catalogue.ts';
import { backendCodes } from '../packages/contracts/src/errors/backend-codes.ts';
import type { CatalogueEntry } from '../packages/contracts/src/errors/catalogue-entry.ts';
import { paymentCodes } from '../packages/contracts/src/errors/payment-codes.ts';
import { refundCodes } from '../packages/contracts/src/errors/refund-codes.ts';
import { systemCodes, systemEntries, systemFaults } from '../packages/contracts/src/errors/system-codes.ts';
import type { ErrorCode } from '../packages/contracts/src/errors.ts';
import { messageGroups } from '../packages/contracts/src/message-groups.ts';
import { refusalRules } from '../packages/contracts/src/refusals-of.ts';
import { readCatalogues } from '../packages/locales/scripts/catalogue.ts';
import { writeOrCheck } from './lib/generated-file.ts';

const { en_CA } = await readCatalogues();
const texts: Readonly<Record<string, string>> = { ...en_CA.rest, ...en_CA.faults };
const textOf = (code: string): string => texts[`errors.${code}`] ?? '';

const introduction = `# Error codes

Generated from the entries in \`packages/contracts/src/\` by \`node scripts/error-docs.ts\`; do not edit. Every refusal has the form
\`{ "error": { "code", "details", "traceId" } }\`; \`details\` is there where the code has some to tell. The texts are the English
ones; each code has one in every language. *Given* says what the specification itself gives: the number with its meaning,
or the meaning only; all other meanings are ours and stand here only. *Answered by* follows from the declarations of the
calls. *Text-only* codes are answered by no call today.

`;

/** Some codes stand in a row, of a refund or of a delivery, and no call refuses with them. */
const elsewhere = 'no call: it stands in what is delivered, or in a refund that is shown';

function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

function head(...cells: readonly string[]): string {
  return `${row(...cells)}${row(...cells.map(() => '---'))}`;
}

/** Who answers the code: calls by their declaration, those of a kind, or no call but the server itself. */
function answeredBy(code: ErrorCode): string {
  const rules = refusalRules.filter(({ codes }) => codes.includes(code)).map(({ calls }) => calls);
  const own = allCalls.filter(({ refuses = [] }) => refuses.includes(code)).map((call) => `\`${nameOf(call)}\``);
  return [...rules, ...own].join(', ');
}

function own(): string {
  const codes = errorCodes.filter((code) => code in ownEntries);
  const rows = codes.map((code) =>
    row(`\`${code}\``, statusOf(code), meaningOf(code), textOf(code), answeredBy(code) || 'no call: the server itself'),
  );
  const title = '## Shared by calls, and of each noun\n\n';
  return `${title}${head('Code', 'Status', 'Meaning', 'Text', 'Answered by')}${rows.join('')}\n`;
}

function family(title: string, entries: Readonly<Partial<Record<ErrorCode, CatalogueEntry>>>): string {
  const rows = errorCodes.flatMap((code) => {
    const entry = entries[code];
    if (entry === undefined) return [];
    const { status, means, given = '' } = entry;
    const textOnly = textOnlyReason(code);
    const by = textOnly === undefined ? answeredBy(code) || elsewhere : `Text-only. ${textOnly}`;
    return [row(`\`${code}\``, status, means, given, textOf(code), by)];
  });
  return `## ${title}\n\n${head('Code', 'Status', 'Meaning', 'Given', 'Text', 'Answered by, or why by none')}${rows.join('')}\n`;
}

function grid(): string {
  const cell = (code: keyof typeof systemEntries): string => {
    return textOnlyReason(code) === undefined ? `**${code}** ${statusOf(code)}` : code;
  };
  const rows = Object.entries(systemCodes).map(([thing, { internal, missing, invalid, unknown }]) =>
    row(thing, cell(internal), cell(missing), cell(invalid), cell(unknown)),
  );
  const answered = errorCodes
    .filter((code) => code in systemEntries && answeredBy(code) !== '')
    .map((code) => row(`\`${code}\``, meaningOf(code), answeredBy(code)));
  const silent = systemFaults.filter(({ code }) => textOnlyReason(code) !== undefined);
  const reasons = new Map(silent.map(({ code }) => [meaningOf(code).split(': ')[1], textOnlyReason(code)]));
  const why = Array.from(reasons, ([fault, reason]) => `- ${fault} ${reason}\n`).join('');
  return `## TM0001 to TM0220

Four faults of ${Object.keys(systemCodes).length} things. **Bold** codes are answered, with the status beside them: those of missing and invalid input stand in
\`details.codes\` of \`0101\` and \`0102\`, by the path of the field. The others are text-only:

${why}
${head('Thing', 'Internal error', 'Missing input', 'Invalid input', 'Unknown')}${rows.join('')}
${head('Code', 'Meaning', 'Answered by')}${answered.join('')}
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
  own(),
  family('NWA0002 to NWA0039: payments, receipts, trips and taps', paymentCodes),
  family('PS0001 to PS0036: refunds and charges', refundCodes),
  grid(),
  family('Of the back end, without a number', backendCodes),
  groups(),
].join('');
writeOrCheck('docs/errors.md', content, 'node scripts/error-docs.ts');
