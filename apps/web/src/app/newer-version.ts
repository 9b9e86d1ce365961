/** The parts of a service worker and its registration that are used here. */
type WorkerPart = Pick<ServiceWorker, 'state' | 'addEventListener'>;
type Registration<W extends WorkerPart> = {
  readonly active: W | null;
  readonly waiting: W | null;
  readonly installing: W | null;
  addEventListener: (event: 'updatefound', listener: () => void) => void;
};

/**
 * Calls back with each version that waits to replace an older one. The very first version also waits for a moment, and in some
 * browsers controls the page by then; but then no other version is active.
 */
export function offerNewer<W extends WorkerPart>(registration: Registration<W>, offer: (waiting: W) => void): void {
  const offerIfNewer = (worker: W): void => {
    const { active } = registration;
    if (worker.state === 'installed' && active !== null && active !== worker) offer(worker);
  };
  const followInstalling = (): void => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => offerIfNewer(installing));
  };
  if (registration.waiting) offerIfNewer(registration.waiting);
  // The browser looks for a newer version when it opens the page, and may have found it before this is called.
  followInstalling();
  registration.addEventListener('updatefound', followInstalling);
}
