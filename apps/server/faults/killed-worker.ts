/** A process that does one work and is killed while it does. */
import { type KillableWork, workUntilKilled } from './killable-work.ts';

process.once('message', (options) => void workUntilKilled(options as KillableWork).then(() => process.disconnect()));
