import { expect, test } from 'vitest';
import { offerNewer } from './newer-version.ts';

/** A service worker that goes through its states as in a browser. */
class Worker extends EventTarget {
  state: ServiceWorkerState = 'installing';

  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class Registration extends EventTarget {
  active: Worker | null = null;
  waiting: Worker | null = null;
  installing: Worker | null = null;

  find(): Worker {
    this.installing = new Worker();
    this.dispatchEvent(new Event('updatefound'));
    return this.installing;
  }
}

function watch(registration = new Registration()) {
  const offered: Worker[] = [];
  offerNewer(registration, (worker) => offered.push(worker));
  return { registration, offered };
}

test("the very first version is not offered, in any order of a browser's states [WEB-01]", () => {
  const { registration, offered } = watch();
  const first = registration.find();
  first.become('installed');
  registration.active = first;
  first.become('installed');
  first.become('activated');

  const visit = new Registration();
  visit.waiting = first;
  first.state = 'installed';
  watch(visit);

  expect(offered).toEqual([]);
  expect(watch(visit).offered).toEqual([]);
});

test('a newer version is offered when it waits, and again on the next visit [WEB-01]', () => {
  const { registration, offered } = watch();
  registration.active = new Worker();
  const newer = registration.find();
  newer.become('installed');
  expect(offered).toEqual([newer]);
  newer.become('activating');
  expect(offered).toEqual([newer]);

  const visit = new Registration();
  visit.active = registration.active;
  visit.waiting = newer;
  newer.state = 'installed';
  expect(watch(visit).offered).toEqual([newer]);
});

test('a newer version that was being installed when the page began to watch is offered when it waits [WEB-01]', () => {
  const registration = new Registration();
  registration.active = new Worker();
  const newer = registration.find();
  const { offered } = watch(registration);

  newer.become('installed');

  expect(offered).toEqual([newer]);
});
