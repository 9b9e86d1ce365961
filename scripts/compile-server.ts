/**
 * Loads the server and the demonstration, so that Node stores their compiled code in NODE_COMPILE_CACHE. Without it the first start after an upgrade
 * compiles everything and keeps about 25 MB that later starts do not need. Usage: node scripts/compile-server.ts
 */
import { loadEveryRole } from '../apps/server/src/main.ts';

await Promise.all([
  loadEveryRole(),
  import('../apps/server/src/plugins/open-api.document.ts'),
  import('../demo/world/world.ts'),
]);
