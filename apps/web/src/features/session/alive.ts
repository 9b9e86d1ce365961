import { minuteMs } from '@tapfolio/domain/durations.ts';
import type { SharedInstant, SharedInstants } from './shared-instants.ts';

type Options = {
  maxSeconds: number;
  /** Wall-clock milliseconds: after sleep a tab must know how long it slept. */
  now: () => number;
  shared: SharedInstants;
  /** Called when the passenger has acted since the server was last informed. */
  onAlive: () => void;
};

export type Alive = {
  /** Informs the server if that is due; called each second. */
  tick: () => void;
  /** Informs the server, unless some tab has just done so. */
  tell: () => void;
};

const tellEveryMs = minuteMs;
/** An action is written at most this often: a moving mouse is an action sixty times a second. */
export const writeEveryMs = 1000;

/**
 * The time since an instant. An instant in the future comes from a clock that was set back: it becomes now, because nothing would be
 * counted until the clock reaches it again.
 */
export function makeSince({ now, shared }: Pick<Options, 'now' | 'shared'>) {
  return (name: SharedInstant, at = now()): number => {
    const instant = shared.read(name);
    if (instant > at) shared.write(name, at);
    return Math.max(0, at - instant);
  };
}

/**
 * The server's limit counts calls: while the passenger acts, it is informed now and then, and once more after the last action, so
 * that it never ends a session before the page does. Without an action it is not informed.
 */
export function makeAlive({ maxSeconds, now, shared, onAlive }: Options): Alive {
  const maxMs = maxSeconds * 1000;
  // If the limit is short, the interval of calls is short too.
  const tellAfterMs = Math.min(tellEveryMs, maxMs / 5);
  const since = makeSince({ now, shared });

  const tellNow = (): void => {
    shared.write('lastToldServer', now());
    onAlive();
  };
  const tick = (): void => {
    const at = now();
    const idleMs = since('lastAction', at);
    const untoldMs = since('lastToldServer', at);
    if (idleMs < maxMs && idleMs < untoldMs && untoldMs >= tellAfterMs) tellNow();
  };
  const tell = (): void => {
    if (since('lastToldServer') >= writeEveryMs) tellNow();
  };
  return { tick, tell };
}
