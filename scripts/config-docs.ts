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
\`config/francophone.json\` are complete examples. The file is checked at start; every mistake is listed at once.

| Variable | Meaning |
|---|---|
| \`TAPFOLIO_CONFIG\` | The file to read; when unset \`config/bilingual.json\`, and \`config/demo.json\` for \`npm start\` and \`npm run cli\` |
| \`TAPFOLIO_DATA\` | The data directory; \`.data\` when unset |
| \`TAPFOLIO_ROLES\` | Comma-separated roles this process runs: \`auth\`, \`portal\`, \`feed\`, \`worker\`, \`web\`; all when unset |
| \`TAPFOLIO_HOST\`, \`TAPFOLIO_PORT\` | Win over \`http.host\` and \`http.port\`, so that the processes of a host can share one file. \`TAPFOLIO_PORT=none\` opens no port: possible with \`feed\` and \`worker\` only, which otherwise answer [health](operating.md) there |
| \`DATABASE_URL\` | A PostgreSQL server (15 or newer); the built-in one when unset, with a warning in production. Each part works there as a role of its own, whatever the login may do |
| \`DATABASE_OWNER_URL\` | The login that owns the tables and migrates at start, when \`DATABASE_URL\` is one with fewer rights ([runbook](runbook.md)) |
| \`DATABASE_URL_FILE\`, \`DATABASE_OWNER_URL_FILE\` | A file that holds the address instead, so that no password stands in the environment. Readable by the server's account or its group only, like every file with a secret: \`production\` refuses others |
| \`NODE_EXTRA_CA_CERTS\` | Node's own: a file with the certificates of a private authority, for the mail server and the identity provider |
| \`NODE_ENV\` | \`production\` refuses missing key files instead of making them, and files with secrets that everybody on the machine can read |

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
  return schema.type ?? '';
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
