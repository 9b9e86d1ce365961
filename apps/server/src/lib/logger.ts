import { type DestinationStream, type Logger, pino } from 'pino';
import { LogOutput } from './log-output.ts';

const censor = '[censored]';

/** The database's data exceptions (SQLSTATE class 22) and the parser of JSON say which value they could not read. */
function quotesInput(error: Error, code: unknown): boolean {
  return error instanceof SyntaxError || (typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code));
}

/** From the first quotation mark to the last, in any language: what is quoted may hold some itself. */
function censorQuotes(message: string): string {
  return message.replace(/["'\p{Pi}\p{Pf}„‚].*["'\p{Pi}\p{Pf}]/su, censor);
}

/** Fields of an error that are ours to keep. A driver's error also drags its connection and the values it sent along. */
function describeError(error: unknown): Record<string, unknown> {
  // For an object only its type, because the text of some objects has all their contents.
  if (!(error instanceof Error))
    return { message: typeof error === 'string' ? error : Object.prototype.toString.call(error) };
  const { code } = error as { code?: unknown }; // Node and the database driver both put it there
  const message = quotesInput(error, code) ? censorQuotes(error.message) : error.message;
  return {
    type: error.name,
    message,
    stack: error.stack?.replace(error.message, () => message),
    ...(typeof code === 'string' && { code }),
    ...(error instanceof AggregateError && { errors: error.errors.map(describeError) }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/**
 * JSON lines. What a line may never contain (addresses, tokens, references, passwords, cookies) is kept out by listing the logged
 * fields one by one; the censored paths are a second protection for fields with these names.
 */
export function createLogger(
  options: { production: boolean },
  destination: DestinationStream = standardOutput(),
): Logger {
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
        censor,
      },
    },
    destination,
  );
}

let shared: LogOutput | undefined;

/** The log of this process. What still waits when the process ends is written then. */
export function standardOutput(): LogOutput {
  if (shared !== undefined) return shared;
  const output = new LogOutput();
  process.on('exit', () => output.flushSync());
  shared = output;
  return output;
}
