/** Where the builds of the pages and of the service worker list the packages that they contain. The server does not hand these files out. */
export const licenceLists = { pages: '.vite/licences.json', worker: '.vite/licences-of-worker.json' };
