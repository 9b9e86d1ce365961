import { createDatabases } from '../src/database/parts.ts';
import { decideClaims } from '../src/modules/card-claims/decide-claims.service.ts';

/** What the test tells its worker. */
export interface ClaimsWorkerOptions {
  databaseUrl: string;
  /**
   * The question to the database at which it is killed: before it is sent, or once it is sent and its answer is not there. It
   * lives on when it has fewer to ask.
   */
  diesAt?: { question: number; moment: 'before' | 'sent' };
}

const killMyself = () => process.kill(process.pid, 'SIGKILL');

/** A process that does the job `decide-card-claims` once, with the rights of the role `worker`. */
async function work({ databaseUrl, diesAt }: ClaimsWorkerOptions): Promise<void> {
  const databases = createDatabases({ url: databaseUrl });
  const { pool } = databases.of('worker');
  let asked = 0;
  pool.on('connect', (client) => {
    client.query = new Proxy(client.query, {
      apply(ask, self, given) {
        asked += 1;
        if (asked === diesAt?.question) {
          if (diesAt.moment === 'before') killMyself();
          setImmediate(killMyself);
        }
        return Reflect.apply(ask, self, given);
      },
    });
  });
  await decideClaims({ pool });
  await databases.end();
  process.disconnect();
}

process.once('message', (options) => void work(options as ClaimsWorkerOptions));
