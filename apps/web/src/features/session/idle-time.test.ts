import { beforeEach, describe, expect, test } from 'vitest';
import { type IdleCount, idleLimit, makeIdleTime } from './idle-time.ts';
import type { SharedInstants } from './shared-instants.ts';

const second = 1000;
const minute = 60 * second;
const maxSeconds = 900;

let clock = 0;
let instants: Record<'lastAction' | 'lastToldServer', number>;
const shared: SharedInstants = {
  read: (name) => instants[name],
  write: (name, instant) => {
    instants[name] = instant;
  },
};

beforeEach(() => {
  clock = 1_000 * minute;
  instants = { lastAction: 0, lastToldServer: clock };
});

/** A tab, with what it did so far. */
function openTab(limit = maxSeconds) {
  const seen = { warnings: [] as IdleCount[], overs: [] as number[], calls: [] as number[], withdrawals: 0 };
  const idle = makeIdleTime({
    maxSeconds: limit,
    now: () => clock,
    shared,
    onWarning: (minutes) => seen.warnings.push(minutes),
    onActionElsewhere: () => {
      seen.withdrawals += 1;
    },
    onOver: (maxSeconds) => seen.overs.push(maxSeconds),
    onAlive: () => seen.calls.push(clock),
  });
  /** Lets the time pass, second by second. */
  const wait = (ms: number): void => {
    for (const end = clock + ms; clock < end; ) {
      clock += second;
      idle.tick();
    }
  };
  return { idle, seen, wait };
}

describe('the warning', () => {
  test('comes once, 60 s before the end, with the past and remaining minutes [SES-05, SES-06]', () => {
    const { seen, wait } = openTab();

    wait(14 * minute - second);
    expect(seen.warnings).toEqual([]);
    wait(30 * second);

    expect(seen.warnings).toEqual([{ unit: 'minute', max: 15, idle: 14, left: 1 }]);
  });

  test('comes again after another quiet time', () => {
    const { idle, seen, wait } = openTab();
    wait(14 * minute);
    idle.act();

    wait(14 * minute);

    expect(seen.warnings).toHaveLength(2);
  });

  test('is no longer true when the passenger acts in another tab', () => {
    const [first, second] = [openTab(), openTab()];
    first.wait(14 * minute);
    second.idle.tick();

    second.idle.act();
    first.idle.tick();
    second.idle.tick();

    expect([first.seen.withdrawals, second.seen.withdrawals]).toEqual([1, 0]);
  });

  test('comes half-way when the maximum is a minute or less', () => {
    const { seen, wait } = openTab(20);

    wait(9 * second);
    expect(seen.warnings).toEqual([]);
    wait(second);

    expect(seen.warnings).toEqual([{ unit: 'second', max: 20, idle: 10, left: 10 }]);
  });

  test.each([20, 59, 60, 89, 90, 119, 120, 121, 150, 180, 599, 630, 900])(
    'adds up for a maximum of %i s: some time is over, and some is left',
    (limit) => {
      const { seen, wait } = openTab(limit);

      wait(limit * second - second);

      const judge = ({ max, idle, left }: IdleCount) => [idle > 0, left > 0, Math.abs(max - idle - left) <= 1];
      expect(seen.warnings.map(judge)).toEqual([[true, true, true]]);
    },
  );
});

describe('the end', () => {
  test.each([
    [20, { unit: 'second', max: 20 }],
    [119, { unit: 'second', max: 119 }],
    [120, { unit: 'minute', max: 2 }],
    [150, { unit: 'second', max: 150 }],
    [630, { unit: 'minute', max: 11 }],
    [900, { unit: 'minute', max: 15 }],
  ])('after %i s is told in a unit in which rounding changes little', (limit, told) => {
    expect(idleLimit(limit)).toEqual(told);
  });

  test('comes once, exactly at the maximum [SES-07]', () => {
    const { seen, wait } = openTab();

    wait(15 * minute - second);
    expect(seen.overs).toEqual([]);
    wait(5 * second);

    expect(seen.overs).toEqual([900]);
  });

  test('is counted again from every action [SES-05]', () => {
    const { idle, seen, wait } = openTab();
    for (let action = 0; action < 10; action += 1) {
      wait(10 * minute);
      idle.act();
    }

    expect(seen.overs).toEqual([]);
  });

  test('is counted from the loading of the page, whatever was stored before [SES-05]', () => {
    instants.lastAction = clock - 60 * minute;

    const { idle, seen } = openTab();
    idle.tick();

    expect(seen.overs).toEqual([]);
  });

  test('comes at the first tick after a sleep, and no movement revives the session [SES-07]', () => {
    const { idle, seen } = openTab();
    const { lastAction } = instants;
    clock += 60 * minute;

    idle.act();
    idle.stay();

    expect(seen).toEqual({ warnings: [], overs: [900], calls: [], withdrawals: 0 });
    // Another tab reads it, and would go on.
    expect(instants.lastAction).toBe(lastAction);
  });

  test('does not come early when the clock is set back', () => {
    const { seen, wait } = openTab();
    clock -= 120 * minute;

    wait(10 * minute);

    expect(seen.overs).toEqual([]);
  });

  test('comes in time after the clock was set back', () => {
    const { seen, wait } = openTab();
    clock -= 120 * minute;

    wait(maxSeconds * second - second);
    expect(seen.overs).toEqual([]);
    wait(2 * second);

    expect(seen.overs).toEqual([maxSeconds]);
  });

  test('does not come at the server meanwhile: it hears of a passenger who acts each minute also after the clock was set back', () => {
    const { seen, idle, wait } = openTab();
    clock -= 120 * minute;

    for (let round = 0; round < 60; round += 1) {
      wait(10 * second);
      idle.act();
    }

    expect(seen.calls).toHaveLength(9);
  });
});

describe('two tabs', () => {
  test('share the time: an action in one also counts for the other [SES-08]', () => {
    const [here, there] = [openTab(), openTab()];
    here.wait(14 * minute);
    here.idle.act();

    there.wait(10 * minute);

    expect(there.seen).toMatchObject({ overs: [], warnings: [] });
  });

  test('end together [SES-08]', () => {
    const [here, there] = [openTab(), openTab()];
    clock += 15 * minute;

    here.idle.tick();
    there.idle.tick();

    expect([here.seen.overs, there.seen.overs]).toEqual([[900], [900]]);
  });

  test('inform the server once, not once each', () => {
    const [here, there] = [openTab(), openTab()];
    clock += 2 * minute;
    here.idle.act();
    clock += second;

    here.idle.tick();
    there.idle.tick();

    expect([...here.seen.calls, ...there.seen.calls]).toHaveLength(1);
  });
});

describe('the server', () => {
  test('is not informed without an action', () => {
    const { seen, wait } = openTab();
    wait(2 * minute);
    const before = seen.calls.length;

    wait(11 * minute);

    expect(seen.calls).toHaveLength(before);
  });

  test('is informed once a minute while a passenger acts, and once after the last action', () => {
    const { idle, seen, wait } = openTab();
    for (let at = 0; at < 10 * minute; at += 5 * second) {
      idle.act();
      wait(5 * second);
    }
    const lastAction = instants.lastAction;
    wait(2 * minute);

    expect(seen.calls.length).toBeGreaterThanOrEqual(9);
    expect(seen.calls.length).toBeLessThanOrEqual(11);
    expect(seen.calls.at(-1)).toBeGreaterThanOrEqual(lastAction);
  });

  test('is informed more often if the maximum is short, so that it does not end the session first', () => {
    const { idle, seen, wait } = openTab(20);
    for (let at = 0; at < 12 * second; at += second) {
      idle.act();
      wait(second);
    }

    expect(seen.calls).toHaveLength(3);
  });

  test('is informed at once when a passenger wants to stay soon after the last call', () => {
    const { idle, seen, wait } = openTab();
    wait(30 * second);

    idle.stay();

    expect(seen.calls).toEqual([clock]);
  });

  test('is informed at once when a passenger wants to stay', () => {
    const { idle, seen, wait } = openTab();
    wait(14 * minute + 30 * second);
    const before = seen.calls.length;

    // The key that presses the button is an action itself.
    idle.act();
    idle.stay();
    wait(10 * minute);

    expect(seen.calls.length).toBe(before + 1);
    expect(seen.overs).toEqual([]);
  });
});

test('a moving mouse is stored once a second', () => {
  const { idle } = openTab();
  const stored = new Set<number>();
  for (let moved = 0; moved < 120; moved += 1) {
    clock += second / 40;
    idle.act();
    stored.add(instants.lastAction);
  }

  // The loading of the page, and three seconds.
  expect(stored.size).toBe(4);
});
