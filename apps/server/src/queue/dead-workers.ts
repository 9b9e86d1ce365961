import { hasEnded } from './worker-process.ts';

/** A living worker beats between two looks; it misses several only while the database does not answer it. */
const looksUntilDead = 5;
/** Of a worker whose process has ended. By the second look the leases of its tries at the bank are over. */
const looksAfterEnd = 2;

/** A worker that holds jobs. */
export interface Holder {
  readonly worker_id: string;
  readonly seen_at: string | null;
  /** By which its machine finds it. */
  readonly process: string | null;
}

/**
 * Finds workers that hold jobs and beat no more. It counts looks that found the same beat and compares no times. So a clock that
 * is set, or a database that was away for long, makes no living worker look dead. Fewer looks are enough for a worker of this machine
 * whose process has ended.
 */
export class DeadWorkers {
  #watched = new Map<string, { readonly beat: string | null; readonly looks: number }>();

  /** @param holders all workers that hold jobs now. @returns the ids of the dead ones among them. */
  look(holders: readonly Holder[]): string[] {
    const before = this.#watched;
    this.#watched = new Map(
      holders.map(({ worker_id: id, seen_at: beat }) => {
        const last = before.get(id);
        return [id, { beat, looks: last?.beat === beat ? last.looks + 1 : 1 }];
      }),
    );
    return holders
      .filter(({ worker_id: id, process }) => this.#looksAt(id) >= (hasEnded(process) ? looksAfterEnd : looksUntilDead))
      .map(({ worker_id: id }) => id);
  }

  #looksAt(id: string): number {
    return this.#watched.get(id)?.looks ?? 0;
  }
}
