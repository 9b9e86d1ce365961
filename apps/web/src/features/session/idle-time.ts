import { minuteMs } from '@tapfolio/domain/durations.ts';

/** When the passenger acted last, and when the server was last informed. */
export type SharedInstant = 'lastAction' | 'lastToldServer';

/** These instants, shared by all tabs of the browser. */
export type SharedInstants = {
  read: (name: SharedInstant) => number;
  write: (name: SharedInstant, instant: number) => void;
};

/** An action is written at most this often: a moving mouse is an action sixty times a second. */
export const writeEveryMs = 1000;

/** The time since an instant; an instant in the future comes from a clock that was set back and counts as now. */
export const msSince = (instant: number, now: number): number => Math.max(0, now - instant);

/** The longest time without an action, in whole minutes (SES-06). Below two minutes they would say "0 of 1", so it has seconds. */
export type IdleLimit = { readonly unit: 'minute' | 'second'; readonly max: number };

/** The numbers in the warning. */
export type IdleCount = IdleLimit & { readonly idle: number; readonly left: number };

type Options = {
  maxSeconds: number;
  /** Wall-clock milliseconds: after sleep a tab must know how long it slept. */
  now: () => number;
  shared: SharedInstants;
  onWarning: (count: IdleCount) => void;
  /** The warning is no longer true, because the passenger has acted in another tab. */
  onActionElsewhere: () => void;
  onOver: (maxSeconds: number) => void;
  /** True if the passenger has acted since the server was last informed. */
  onAlive: () => void;
};

export type IdleTime = {
  /** The passenger did something. */
  act: () => void;
  /** Checks the clock; called each second, and whenever a tab wakes. */
  tick: () => void;
  /** The passenger wants to stay: the server is informed at once. */
  stay: () => void;
};

const warningMs = minuteMs;
const tellEveryMs = minuteMs;

/**
 * Counts the time without an action (SES-05 to SES-08). It stores instants and no count, so that throttled timers and sleep
 * change nothing. The server's own limit counts calls: while the passenger acts, it is informed now and then, and once more after
 * the last action, so that it never ends a session before this does. Without an action it is not informed.
 */
export function makeIdleTime({ maxSeconds, now, shared, ...on }: Options): IdleTime {
  const { maxMs, warnAtLeftMs, tellAfterMs } = limitsOf(maxSeconds);
  let hasWarned = false;
  let isOver = false;

  const since = (name: SharedInstant, at = now()): number => msSince(shared.read(name), at);

  const tell = (): void => {
    shared.write('lastToldServer', now());
    on.onAlive();
  };

  const warnWhenDue = (idleMs: number): void => {
    const leftMs = maxMs - idleMs;
    const isDue = leftMs <= warnAtLeftMs;
    if (isDue && !hasWarned) on.onWarning(countOf(maxSeconds, idleMs));
    if (!isDue && hasWarned) on.onActionElsewhere();
    hasWarned = isDue;
  };

  const tick = (): void => {
    if (isOver) return;
    const at = now();
    const idleMs = since('lastAction', at);
    if (idleMs >= maxMs) {
      isOver = true;
      on.onOver(maxSeconds);
      return;
    }
    warnWhenDue(idleMs);
    const untoldMs = since('lastToldServer', at);
    if (idleMs < untoldMs && untoldMs >= tellAfterMs) tell();
  };

  const act = (): void => {
    // The first movement after a sleep comes before any timer: it must not revive a session whose time is over.
    tick();
    if (isOver || since('lastAction') < writeEveryMs) return;
    shared.write('lastAction', now());
    hasWarned = false;
  };

  const stay = (): void => {
    act();
    // If the passenger was away for a while, `act` has just informed the server.
    if (!isOver && since('lastToldServer') >= writeEveryMs) tell();
  };

  // Loading a page is an action.
  shared.write('lastAction', now());
  return { act, tick, stay };
}

/** If the limit is short, the warning time and the interval of calls are short too. */
function limitsOf(maxSeconds: number) {
  const maxMs = maxSeconds * 1000;
  return { maxMs, warnAtLeftMs: Math.min(warningMs, maxMs / 2), tellAfterMs: Math.min(tellEveryMs, maxMs / 5) };
}

const unitSeconds = { minute: 60, second: 1 } as const;

/** The limit as a passenger reads it. */
export function idleLimit(maxSeconds: number): IdleLimit {
  const unit = maxSeconds < 2 * unitSeconds.minute ? 'second' : 'minute';
  return { unit, max: Math.round(maxSeconds / unitSeconds[unit]) };
}

function countOf(maxSeconds: number, idleMs: number): IdleCount {
  const limit = idleLimit(maxSeconds);
  const inUnit = unitSeconds[limit.unit];
  const idleSeconds = idleMs / 1000;
  return {
    ...limit,
    idle: Math.floor(idleSeconds / inUnit),
    left: Math.ceil((maxSeconds - idleSeconds) / inUnit),
  };
}
