import type { FastifyBaseLogger } from 'fastify';

/**
 * For failures that nothing else caught (ASVS 16.5.4). A rejected promise without a handler is logged, and the process goes on. After
 * an uncaught exception the state of the process is unknown: the exception is logged, `stop` does what it can, and the process
 * ends, so that its supervisor starts another one.
 */
export function installLastResort(logger: FastifyBaseLogger, stop: () => Promise<void>, longestStopMs: number): void {
  surviveLostOutput();
  logWhatIsPrinted(logger);
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

const waysToPrint = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;

/**
 * Libraries print some of their failures (the queue does it when a job's outcome cannot be written). That becomes lines of the log:
 * with a time, one line each, and without what the fields of an error drag along.
 */
function logWhatIsPrinted(logger: Pick<FastifyBaseLogger, 'warn'>): void {
  for (const way of waysToPrint) {
    console[way] = (...parts: readonly unknown[]) => {
      const err = parts.find((part) => part instanceof Error);
      const printed = parts.filter((part) => typeof part === 'string').join(' ');
      logger.warn({ ...(err && { err }), ...(printed !== '' && { printed }) }, 'a library printed a message');
    };
  }
}
