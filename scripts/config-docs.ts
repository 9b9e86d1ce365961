/** Writes docs/configuration.md from the configuration schema. Usage: node scripts/config-docs.ts [--check] */
import { z } from 'zod';
import { configSchema } from '../apps/server/src/config/config.schema.ts';
import { writeOrCheck } from './lib/generated-file.ts';

/** The part of JSON Schema that our configuration makes use of. */
interface Schema {
  type?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
}

interface Row {
  key: string;
  type: string;
  value: string;
  description: string;
}

const introduction = `# Configuration

Generated from \`apps/server/src/config/config.schema.ts\` by \`node scripts/config-docs.ts\`; do not edit.

An operator configures the portal with one JSON file and never forks the code. \`config/bilingual.json\` and
\`config/francophone.json\` are complete examples. The file is checked at start; every mistake is listed at once. Blanks at the
ends of a text in the file do not count. Relative paths in the file start at the data directory, those in variables at the working directory. A setting that is **needed** inside an optional group is needed
if the group is there. A variable whose name is nearly that of one below, which is not set, stops the start.

| Variable | Meaning |
|---|---|
| \`TAPFOLIO_CONFIG\` | The file to read; when unset \`config/bilingual.json\`, and \`config/demo.json\` for \`npm start\` and \`npm run cli\` |
| \`TAPFOLIO_DATA\` | The data directory; \`.data\` when unset |
| \`TAPFOLIO_ROLES\` | Comma-separated roles this process runs: \`auth\`, \`portal\`, \`feed\`, \`worker\`, \`web\`; all when unset |
| \`TAPFOLIO_HOST\`, \`TAPFOLIO_PORT\` | Win over \`http.host\` and \`http.port\`, so that the processes of a host can share one file. \`TAPFOLIO_PORT=none\` opens no port: possible with \`feed\` and \`worker\` only, which otherwise answer [health](operating.md) there |
| \`DATABASE_URL\` | A PostgreSQL server (15 or newer); the built-in one when unset, with a warning in production. Each part works there as a role of its own, whatever the login may do |
| \`DATABASE_OWNER_URL\` | The login that owns the tables and migrates at start, when \`DATABASE_URL\` is one with fewer rights ([runbook](runbook.md)) |
| \`DATABASE_URL_FILE\`, \`DATABASE_OWNER_URL_FILE\` | A file that holds the address instead, so that no password stands in the environment. Readable by the server's account or its group only, like every file with a secret: \`production\` refuses others |
| \`NODE_EXTRA_CA_CERTS\` | Node's own: a file with the certificates of a private authority, for the mail server, the identity provider, the bank and the back office; for the database see [operating](operating.md), "Mail and private authorities" |
| \`NODE_COMPILE_CACHE\`, \`TMPDIR\` | Node's own: where it stores compiled code ([operating](operating.md), "Install and start"), and where delivered archives are unpacked ([feeds](feeds.md)) |
| \`NODE_ENV\` | \`production\` refuses missing key files instead of making them, files with secrets that everybody on the machine can read, a \`publicUrl\` without TLS (except on a loopback address) and a test key of the bank; it also logs each call |

`;

function rowsOf(key: string, schema: Schema, required: boolean): Row[] {
  const own = { key, type: typeOf(schema), value: defaultOf(schema, required), description: schema.description ?? '' };
  const nested = childrenOf(key, schema);
  if (nested.length === 0) return [own];
  return own.description ? [own, ...nested] : nested;
}

function childrenOf(key: string, schema: Schema): Row[] {
  const { properties, required = [], items, additionalProperties: values } = schema;
  if (properties) {
    const nameOf = (name: string) => (key ? `${key}.${name}` : name);
    return Object.entries(properties).flatMap(([name, child]) => rowsOf(nameOf(name), child, required.includes(name)));
  }
  if (items) return childrenOf(`${key}[]`, items);
  if (typeof values === 'object') return childrenOf(`${key}.<${entryName(schema.propertyNames)}>`, values);
  return [];
}

function entryName(names: Schema | undefined): string {
  return names?.enum ? 'language' : 'currency';
}

function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(' ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  return `${schema.type ?? ''}${boundsOf(schema)}`;
}

/** Every integer has the bounds of those that JavaScript holds exactly: these say nothing. */
function boundsOf({ minimum, maximum }: Schema): string {
  const [least, most] = [minimum, maximum].map((bound) =>
    Number.isSafeInteger(bound) && Math.abs(bound ?? 0) < Number.MAX_SAFE_INTEGER ? bound : undefined,
  );
  if (least === undefined) return '';
  return most === undefined ? `, ${least} or more` : `, ${least} to ${most}`;
}

function defaultOf(schema: Schema, required: boolean): string {
  if (schema.default !== undefined && !schema.properties) return `\`${JSON.stringify(schema.default)}\``;
  return required ? '**needed**' : '';
}

const cell = (text: string) => text.replaceAll('|', '\\|');

const schema: Schema = JSON.parse(JSON.stringify(z.toJSONSchema(configSchema, { io: 'input' })));
const rows = childrenOf('', schema);
const table = rows.map((row) => `| \`${row.key}\` | ${row.type} | ${cell(row.value)} | ${cell(row.description)} |`);
const content = `${introduction}| Key | Type | Default | Meaning |\n|---|---|---|---|\n${table.join('\n')}\n`;
writeOrCheck('docs/configuration.md', content, 'node scripts/config-docs.ts');
