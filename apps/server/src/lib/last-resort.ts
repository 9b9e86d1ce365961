import type { FastifyBaseLogger } from 'fastify';

/**
 * For what nothing else caught (ASVS 16.5.4). A promise that failed unheard is written down and harms nobody else. After
 * an exception nobody can say in what state the process is: it is written down, `stop` does what it can, and the process
 * ends for its supervisor to start another one.
 */
export function installLastResort(logger: FastifyBaseLogger, stop: () => Promise<void>, longestStopMs: number): void {
  process.on('unhandledRejection', (reason) => logger.error({ err: reason }, 'a failure that nobody waited for'));
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'an exception that nothing caught');
    setTimeout(() => process.exit(1), longestStopMs).unref();
    stop().then(
      () => process.exit(1),
      () => process.exit(1),
    );
  });
}
