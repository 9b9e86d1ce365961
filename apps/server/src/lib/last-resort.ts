import type { FastifyBaseLogger } from 'fastify';

/**
 * For failures that nothing else caught (ASVS 16.5.4). A rejected promise without a handler is logged, and the process goes on. After
 * an uncaught exception the state of the process is unknown: the exception is logged, `stop` does what it can, and the process
 * ends, so that its supervisor starts another one.
 */
export function installLastResort(logger: FastifyBaseLogger, stop: () => Promise<void>, longestStopMs: number): void {
  surviveLostOutput();
  process.on('unhandledRejection', (reason) =>
    logger.error({ err: reason }, 'a promise was rejected and nothing handled it'),
  );
  let isEnding = false;
  process.on('uncaughtException', (error) => {
    // A failure while the process ends, also of the log, must not start the end again.
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), longestStopMs).unref();
    try {
      logger.fatal({ err: error }, 'an exception that nothing caught');
    } catch {
      // The log itself may have failed.
    }
    stop().then(
      () => process.exit(1),
      () => process.exit(1),
    );
  });
}

/** A full disk or a reader that is gone makes the output of the process fail. It goes on without it. */
export function surviveLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
