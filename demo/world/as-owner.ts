import { withPool } from '@tapfolio/server/src/database/open-connection.ts';
import { urlOfLogin } from '@tapfolio/server/src/database/parts.ts';

/** A first start on a busy machine keeps its own thread and the database occupied for longer than a call may wait. */
const patienceSeconds = 60;

/** Runs `work` as the owner of the database, as the operator's administrator would. */
export async function asOwner<Result>(
  databaseUrl: string,
  work: Parameters<typeof withPool<Result>>[1],
): Promise<Result> {
  const limits = { connectSeconds: patienceSeconds, statementSeconds: patienceSeconds };
  return await withPool({ url: urlOfLogin(databaseUrl), poolSize: 1, ...limits }, work);
}
