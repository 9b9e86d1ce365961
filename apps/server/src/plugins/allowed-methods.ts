import { fastifyPlugin } from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that some route takes at this path. */
    methodsOf(path: string): string[];
  }
}

/** The methods that our routes have; any other is refused at every path. */
export const usualMethods: readonly string[] = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST'];

/** Remembers which methods each path takes, for the answer to one that it does not take. */
export const allowedMethods = fastifyPlugin(
  (app) => {
    const routes: { methods: string[]; pattern: RegExp }[] = [];
    app.addHook('onRoute', ({ method, url }) => {
      routes.push({ methods: [method].flat(), pattern: patternOf(url) });
    });
    app.decorate('methodsOf', (path: string) => {
      const taken = routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
      return [...new Set(taken)].sort();
    });
  },
  { name: 'allowed-methods' },
);

/** Pages are at every path but those of calls. */
function patternOf(url: string): RegExp {
  if (url === '/*') return /^\/(?!public\/|internal\/)/;
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const parts = url.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : literal(part)));
  return new RegExp(`^${parts.join('/')}$`);
}
