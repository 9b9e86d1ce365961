import type { FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { assertThat } from '../lib/assert-that.ts';
import { sha256 } from '../lib/hashing.ts';
import { isCallBelow } from './call-kind.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const maxTraceHeader = 512;

/**
 * What a browser of ours always sends and a foreign page cannot: a trace header whose hash matches (SES-03), no foreign
 * `Origin`, `Sec-Fetch-Site` of our own. Unsafe methods without it are refused before any handler runs.
 */
export const requestGuard = fastifyPlugin(
  (app) => {
    app.addHook('onRequest', (request, _reply, done) => {
      refuseMalformed(request);
      if (isCallBelow('/public/', request)) {
        refuseAmbiguous(request);
        // What no route takes changes nothing and is answered as such.
        if (!safeMethods.has(request.method) && !request.is404) refuseForeign(request);
      }
      done();
    });
  },
  { name: 'request-guard' },
);

/**
 * Smuggling and cache-poisoning shapes that Node lets through: no Host header or two, an absolute-form target, a
 * transfer encoding that ends nowhere.
 */
function refuseMalformed(request: FastifyRequest): void {
  const hosts = request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  assertThat(hosts.length === 1, '0102');
  assertThat(request.raw.url?.startsWith('/') === true, '0102');
  assertThat((request.headers['transfer-encoding'] ?? 'chunked') === 'chunked', '0102');
  assertThat(request.headers['content-encoding'] === undefined, 'unsupported_media_type');
}

/** Addresses that two readers could read differently: encoded twice, with a zero byte, or naming a parameter twice. */
function refuseAmbiguous({ url }: FastifyRequest): void {
  const [path = '', query = ''] = url.split('?', 2);
  assertThat(!/%25[0-9a-f]{2}/i.test(path) && !url.includes('%00'), '0102');
  const names = [...new URLSearchParams(query).keys()];
  assertThat(new Set(names).size === names.length, '0102');
}

/**
 * Signing out is a GET by the specification, so it needs proof of its own that one of our pages asked for it: no page
 * elsewhere can sign a passenger out with an image.
 */
export function refuseForeignSignOut(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  assertThat(site === 'same-origin' || (site === undefined && hasValidTrace(request)), 'cross_site_request');
}

function refuseForeign(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  assertThat(site === undefined || site === 'same-origin', 'cross_site_request');
  const origin = request.headers.origin;
  assertThat(origin === undefined || sameHost(origin, request.host), 'cross_site_request');
  assertThat(hasValidTrace(request), 'cross_site_request');
}

function sameHost(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Is the trace header there and whole: base64 of the route info, a dot, and the SHA-256 of that base64 in hex? */
function hasValidTrace(request: FastifyRequest): boolean {
  const header = request.headers['x-trace'];
  if (typeof header !== 'string' || header.length > maxTraceHeader) return false;
  const match = /^([A-Za-z0-9+/]+={0,2})\.([0-9a-f]{64})$/.exec(header);
  if (match === null) return false;
  const [, info = '', hash = ''] = match;
  return sha256(info).toString('hex') === hash;
}
