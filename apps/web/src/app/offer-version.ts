import { noticesNow, notify } from '../lib/notices.ts';

/** The part of a service worker that is used here. */
export type WaitingVersion = Pick<ServiceWorker, 'state' | 'postMessage'>;

const uniqId = 'update';

/**
 * Offers a version that is ready; nothing changes until the passenger agrees (WEB-01). A reload would empty a form, so the offer then
 * says so and asks once more.
 */
export function offerVersion(waiting: WaitingVersion, isWarned = false): void {
  notify({
    type: isWarned ? 'warning' : 'info',
    uniqId,
    duration: 0,
    isOfPage: true,
    title: (t) => t('nav.updateAvailable'),
    content: isWarned ? (t) => t('nav.updateLoses') : undefined,
    action: {
      label: (t) => t('nav.updateNow'),
      run: () => (isFormFilledIn() && !isWarned ? warn(waiting) : changeTo(waiting)),
    },
  });
}

const isFormFilledIn = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>('form input')].some((input) =>
    // The value of a box to tick is what the form would send, and not what was filled in.
    input.type === 'checkbox' ? input.checked !== input.defaultChecked : input.value !== input.defaultValue,
  );

/** The warning is true only while the form is there: after it the version is offered as before. */
function warn(waiting: WaitingVersion): void {
  offerVersion(waiting, true);
  const warning = offered();
  const stop = onPageChange(() => {
    if (offered() !== warning) stop();
    else if (!isFormFilledIn()) {
      stop();
      offerVersion(waiting);
    }
  });
}

const offered = () => noticesNow().shown.find((notice) => notice.uniqId === uniqId);

/** Calls back when something was typed or the page has other contents; gives the way to stop it. */
function onPageChange(then: () => void): () => void {
  const contents = new MutationObserver(then);
  contents.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('input', then);
  return () => {
    contents.disconnect();
    document.removeEventListener('input', then);
  };
}

function changeTo(waiting: WaitingVersion): void {
  // Another tab has changed to it, or a newer one has replaced it.
  if (waiting.state !== 'installed') {
    location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage({ type: 'SKIP_WAITING' });
}
