/** A stop that takes longer is given up, so that no supervisor has to kill us. */
export const longestStopMs = 14_000;

/**
 * Whoever signals a whole group (a terminal, systemd) reaches us twice, once through the program that started us. A second
 * signal so soon is the first one again.
 */
const sameSignalMs = 1000;

/** A terminal that is closed says so by the last one. */
export const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** By these, tools that rotate logs ask for a new file. Unheard, Node opens a debugger for the first and ends at the second. */
const meaningless = ['SIGUSR1', 'SIGUSR2'] as const;

/** Stops the server at Ctrl-C and at a supervisor's request; a second signal, a moment later, does not wait. */
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
