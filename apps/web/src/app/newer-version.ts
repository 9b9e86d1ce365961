/** What is looked at of a service worker and its registration. */
type Worker = Pick<ServiceWorker, 'state' | 'addEventListener'>;
type Registration<W extends Worker> = {
  readonly active: W | null;
  readonly waiting: W | null;
  readonly installing: W | null;
  addEventListener: (event: 'updatefound', listener: () => void) => void;
};

/**
 * Calls back with each version that waits to replace an older one. The first version of all waits as well, for a moment, and
 * in some browsers controls the page by then; what tells it apart is that no other is active.
 */
export function offerNewer<W extends Worker>(registration: Registration<W>, offer: (waiting: W) => void): void {
  const offerIfNewer = (worker: W): void => {
    const { active } = registration;
    if (worker.state === 'installed' && active !== null && active !== worker) offer(worker);
  };
  if (registration.waiting) offerIfNewer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => offerIfNewer(installing));
  });
}
