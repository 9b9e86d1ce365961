/** Prints the packages that a server loads before the first call, as JSON. `app.test.ts` runs this in a process of its own. */
import { createRequire } from 'node:module';
import { buildApp } from '../src/app.ts';
import { createDatabases } from '../src/database/parts.ts';
import type { ServerContext } from '../src/plugins/context.ts';
import { authRole } from '../src/roles/auth.ts';
import { portalRole } from '../src/roles/portal.ts';
import { loadTestConfig } from './test-config.ts';

const databases = createDatabases({ url: 'postgresql://nowhere.invalid' });
const app = await buildApp({ config: loadTestConfig(), databases } as ServerContext, [authRole, portalRole]);
await app.ready();
const files = Object.keys(createRequire(import.meta.url).cache);
const packages = files.map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
console.log(JSON.stringify([...new Set(packages)]));
