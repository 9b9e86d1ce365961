/**
 * Loads the page again. Without a network only a service worker can answer. If there is none either, the page is loaded when the network
 * is back: until then the browser would show its own error page instead of the portal.
 */
export function reloadPage(): void {
  if (navigator.onLine || navigator.serviceWorker?.controller) location.reload();
  else addEventListener('online', () => location.reload(), { once: true });
}
