import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { hostnameOf } from '../../plugins/host-of.ts';
import type { WebFile } from './built-web.ts';
import { type Encodings, encodingFor } from './encodings.ts';
import type { PageFinder, ServedPage } from './pages.service.ts';

interface Served {
  files: ReadonlyMap<string, WebFile>;
  findPage: PageFinder;
}

const yearSeconds = 31_536_000;

/**
 * Files by their exact name, every other path a page. Calls that do not exist stay refusals of the API. A form that is
 * sent before the page's script was loaded arrives as a POST to its own page: its fields are not read, and the browser
 * stays where it is.
 */
export function pageRoutes({ files, findPage }: Served): FastifyPluginAsync {
  return async (app) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/*',
      schema: { hide: true },
      handler: (request, reply) => {
        const [pathname = '/'] = request.url.split('?');
        if (/^\/(public|internal)\//.test(pathname)) return reply.callNotFound();
        const file = files.get(pathname);
        if (file) return sendFile(request, reply, file);
        if (pathname.startsWith('/assets/')) return sendMissing(reply);
        return sendPage(request, reply, findPage(pathname, hostnameOf(request), request.headers['accept-language']));
      },
    });
    app.addContentTypeParser('application/x-www-form-urlencoded', (_request, body, done) => {
      body.resume().once('end', () => done(null));
    });
    app.post('/*', { schema: { hide: true } }, (request, reply) => {
      const [pathname = '/'] = request.url.split('?');
      const isPage = !/^\/(public|internal|assets)\//.test(pathname) && !files.has(pathname);
      if (!isPage || findPage(pathname, hostnameOf(request)).name === 'not-found') return reply.callNotFound();
      // The browser stays on the page: what was typed is there when the script comes, and is in no address.
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  };
}

/** While a new version is deployed, another instance may have the file that this one does not have: no cache stores the answer. */
function sendMissing(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('');
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  void reply.header('cache-control', file.isImmutable ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
  return send(request, reply.type(file.type), file);
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: ServedPage): FastifyReply {
  void reply
    .code(page.name === 'not-found' ? 404 : 200)
    .header('content-security-policy', page.policy)
    .header('content-language', page.locale.replace('_', '-'))
    .header('cache-control', 'no-cache')
    .header('vary', 'Accept-Encoding, Accept-Language');
  // Search engines must not show receipts, for example: the reference is half of the proof.
  if (page.links === undefined) void reply.header('x-robots-tag', 'noindex, nofollow');
  else void reply.header('link', page.links);
  return send(request, reply.type('text/html; charset=utf-8'), page);
}

/** Nothing when the browser has it already, else the smallest form it takes. */
function send(request: FastifyRequest, reply: FastifyReply, content: Encodings & { etag: string }): FastifyReply {
  void reply.header('etag', content.etag);
  if (!reply.hasHeader('vary')) void reply.header('vary', 'Accept-Encoding');
  if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(content.etag))
    return reply.code(304).send();
  const encoding = encodingFor(request.headers['accept-encoding'], content);
  if (encoding) void reply.header('content-encoding', encoding);
  return reply.send(encoding ? content[encoding] : content.plain);
}
