import { minuteMs } from '@tapfolio/domain/durations.ts';
import { makeAlive, makeSince, writeEveryMs } from './alive.ts';
import type { SharedInstants } from './shared-instants.ts';

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
  /** Called when the passenger has acted since the server was last informed. */
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

/**
 * Counts the time without an action (SES-05 to SES-08). It stores instants and no count, so that throttled timers and sleep
 * change nothing.
 */
export function makeIdleTime({ maxSeconds, now, shared, ...on }: Options): IdleTime {
  const maxMs = maxSeconds * 1000;
  // If the limit is short, the warning time is short too.
  const warnAtLeftMs = Math.min(warningMs, maxMs / 2);
  const since = makeSince({ now, shared });
  const alive = makeAlive({ maxSeconds, now, shared, onAlive: on.onAlive });
  let hasWarned = false;
  let isOver = false;

  const warnWhenDue = (idleMs: number): void => {
    const leftMs = maxMs - idleMs;
    const isDue = leftMs <= warnAtLeftMs;
    if (isDue && !hasWarned) on.onWarning(countOf(maxSeconds, idleMs));
    if (!isDue && hasWarned) on.onActionElsewhere();
    hasWarned = isDue;
  };

  const tick = (): void => {
    if (isOver) return;
    const idleMs = since('lastAction');
    if (idleMs >= maxMs) {
      isOver = true;
      on.onOver(maxSeconds);
      return;
    }
    warnWhenDue(idleMs);
    alive.tick();
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
    if (!isOver) alive.tell();
  };

  // Loading a page is an action.
  shared.write('lastAction', now());
  return { act, tick, stay };
}

const unitSeconds = { minute: 60, second: 1 } as const;

/** The limit as a passenger reads it: in minutes if it is a number of whole ones, or so long that half a minute says little. */
export function idleLimit(maxSeconds: number): IdleLimit {
  const minutes = maxSeconds / unitSeconds.minute;
  const unit = minutes >= 10 || (minutes >= 2 && Number.isInteger(minutes)) ? 'minute' : 'second';
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
