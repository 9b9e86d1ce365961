import { type DestinationStream, type Logger, pino } from 'pino';

/** Fields of an error that are ours to keep. A driver's error also drags its connection and the values it sent along. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown }; // Node and the database driver both put it there
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' && { code }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/**
 * JSON lines. What may never be in one (addresses, tokens, references, passwords, cookies) is kept out by naming what is
 * logged field by field; the censored paths are a second lock for whatever carries those names all the same.
 */
export function createLogger(options: { production: boolean }, destination?: DestinationStream): Logger {
  return pino(
    {
      level: options.production ? 'info' : 'warn',
      base: null,
      serializers: { err: describeError },
      redact: {
        paths: ['req', 'res', 'headers', 'body', 'cookie', 'password', 'token', 'email', 'srid'].flatMap((name) => [
          name,
          `*.${name}`,
        ]),
        censor: '[censored]',
      },
    },
    ...(destination === undefined ? [] : [destination]),
  );
}
