import type { FastifyBaseLogger } from 'fastify';

/**
 * For what nothing else caught (ASVS 16.5.4). A promise that failed unheard is written down and harms nobody else. After
 * an exception nobody can say in what state the process is: it is written down, `stop` does what it can, and the process
 * ends for its supervisor to start another one.
 */
export function installLastResort(logger: FastifyBaseLogger, stop: () => Promise<void>, longestStopMs: number): void {
  // A full disk or a reader that is gone fails these streams too; words that nobody can read end nothing.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.on('unhandledRejection', (reason) => logger.error({ err: reason }, 'a failure that nobody waited for'));
  let isEnding = false;
  process.on('uncaughtException', (error) => {
    // A failure while we end, also one of the log, must not begin the end anew.
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), longestStopMs).unref();
    try {
      logger.fatal({ err: error }, 'an exception that nothing caught');
    } catch {
      // The log may be what failed.
    }
    stop().then(
      () => process.exit(1),
      () => process.exit(1),
    );
  });
}
