/** Lets a bounded number of works run at once and a bounded number wait for their turn. */
export interface Slots {
  /** Runs `work` when a slot is free. @throws what `refuse` makes when too many wait already. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  readonly isIdle: boolean;
}

export function createSlots(options: { running: number; waiting: number; refuse: () => Error }): Slots {
  const queue: (() => void)[] = [];
  let running = 0;

  const enter = async (): Promise<void> => {
    if (running < options.running) {
      running += 1;
      return;
    }
    if (queue.length >= options.waiting) throw options.refuse();
    // The slot is handed over, so `running` stays as it is.
    await new Promise<void>((resolve) => queue.push(resolve));
  };
  const leave = (): void => {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
    get isIdle() {
      return running === 0;
    },
  };
}
