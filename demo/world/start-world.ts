import { loadConfig } from '@tapfolio/server/src/config/config.ts';
import { type Stop, stopAll } from '@tapfolio/server/src/lib/stop-all.ts';
import { openDatabase } from '@tapfolio/server/src/open-database.ts';
import type { World, WorldOptions } from './world.ts';

const mostAttempts = 3;

/** Starts the invented city: database, server with all roles, mailbox and simulator. Builds the city first if it does not exist. */
export async function startWorld(configFile: string, options: WorldOptions = {}): Promise<World> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(configFile, options);
    } catch (error) {
      // Another program took the port between the check and the start. The next try finds another port.
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isTaken || attempt === mostAttempts) throw error;
    }
  }
}

async function startOnce(configFile: string, options: WorldOptions): Promise<World> {
  const loaded = loadConfig(configFile);
  const database = openDatabase(loaded.config, tell);
  // If it fails, the server says so, and there is nothing to stop.
  const nothing = { stop: async () => {} };
  const opened = database.catch(() => nothing);
  const stops: Stop[] = [async () => await (await opened).stop()];
  try {
    // Loaded while the database starts.
    const { openWorld } = await import('./world.ts');
    return await openWorld(loaded, database, options, stops);
  } catch (error) {
    await stopAll(stops);
    throw error;
  }
}

function tell(notice: string): void {
  process.stderr.write(`${notice}\n`);
}
