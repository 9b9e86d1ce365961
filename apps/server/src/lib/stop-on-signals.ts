/** A stop that takes longer is given up, before a supervisor kills the process. */
export const longestStopMs = 14_000;

/**
 * A signal to a whole process group (by a terminal, by systemd) arrives twice, once through the program that started us. A second
 * signal within this time counts as the first.
 */
const sameSignalMs = 1000;

/** SIGHUP is sent by a terminal that is closed. */
export const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Tools that rotate logs send these. Without a handler Node opens a debugger at the first and ends at the second. */
const meaningless = ['SIGUSR1', 'SIGUSR2'] as const;

/** Stops the server at Ctrl-C and at a supervisor's request. A second signal, more than a second later, ends the process at once. */
export function stopOnSignals(server: { stop(): Promise<void> }): void {
  let stoppingSince: number | undefined;
  const handle = (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined && performance.now() - stoppingSince < sameSignalMs) return;
    if (stoppingSince !== undefined) process.exit(1);
    stoppingSince = performance.now();
    setTimeout(() => process.exit(1), longestStopMs).unref();
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`stopping after ${signal} failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of stopSignals) process.on(signal, handle);
  for (const signal of meaningless) process.on(signal, () => {});
}
