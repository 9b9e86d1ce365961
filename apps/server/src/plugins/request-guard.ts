import type { FastifyReply, FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { assertThat } from '../lib/assert-that.ts';
import { sha256 } from '../lib/hashing.ts';
import { isCallBelow } from './call-kind.ts';
import { hostOf } from './host-of.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const maxTraceHeader = 512;
/** No path of ours is nearly this long; reading a long one would cost more than any page. */
const maxPath = 2048;
/** A name or an address, and perhaps a port (RFC 9110 section 7.2), in any case. */
export const hostText = String.raw`(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?`;
const hostPattern = new RegExp(`^${hostText}$`, 'i');

/**
 * What our pages always send and a foreign page cannot: a trace header whose hash matches (SES-03), no foreign
 * `Origin`, and `Sec-Fetch-Site` of our own site. Unsafe methods without it are refused before any handler runs.
 */
export const requestGuard = fastifyPlugin(
  (app) => {
    app.addHook('onRequest', (request, reply, done) => {
      refuseMalformed(request, reply);
      const isPublic = isCallBelow('/public/', request);
      if (isPublic || isCallBelow('/internal/', request)) refuseAmbiguous(request);
      // A path without a route changes nothing and gets the answer for that.
      if (isPublic && !safeMethods.has(request.method) && !request.is404 && !isOfMailbox(request))
        refuseForeign(request);
      done();
    });
  },
  { name: 'request-guard', dependencies: ['errors'] },
);

/** A mailbox provider's server is no page: it has no cookie, and its call needs none. */
const isOfMailbox = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.call?.who === 'mailbox';

/** We cannot know where a malformed request ends, so nothing more is read from its connection. */
function refuseMalformed(request: FastifyRequest, reply: FastifyReply): void {
  const isGood = isWhole(request);
  if (!isGood) void reply.header('connection', 'close');
  assertThat(isGood, '0102');
  assertThat(request.headers['content-encoding'] === undefined, 'unsupported_media_type');
}

/**
 * False for the smuggling and cache-poisoning shapes that Node lets through: no Host header, two of them, or one that names no
 * host; a target that is no path; an HTTP version other than 1.0 and 1.1; a transfer encoding other than `chunked`, or any in
 * version 1.0, which has none (RFC 9112 section 6.1).
 */
export function isWhole({ raw, headers }: FastifyRequest): boolean {
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  return (
    hosts.length === 1 &&
    hostPattern.test(headers.host ?? '') &&
    /^\/[^#]*$/.test(raw.url ?? '') &&
    lengthOfPath(raw.url ?? '') <= maxPath &&
    /^1\.[01]$/.test(raw.httpVersion) &&
    hasKnownEnd(raw.httpVersion, headers['transfer-encoding'])
  );
}

function hasKnownEnd(version: string, transferEncoding: string | undefined): boolean {
  return transferEncoding === undefined || (version === '1.1' && transferEncoding.toLowerCase() === 'chunked');
}

function lengthOfPath(url: string): number {
  const end = url.indexOf('?');
  return end === -1 ? url.length : end;
}

/**
 * Addresses that two parsers could read differently: with a zero byte, naming a parameter twice, or encoded where no call
 * of ours needs encoding. The router decodes a path before it looks it up; a proxy's rules may not.
 */
function refuseAmbiguous({ url }: FastifyRequest): void {
  const pathLength = lengthOfPath(url);
  assertThat(!url.slice(0, pathLength).includes('%') && !url.includes('%00'), '0102');
  const names = [...new URLSearchParams(url.slice(pathLength)).keys()];
  assertThat(new Set(names).size === names.length, '0102');
}

/**
 * Signing out is a GET by the specification, and handing out all data uses up one of a few an hour: a GET that changes
 * something needs separate proof that one of our pages made it, so that no other page can trigger it with an image.
 * @throws `cross_site_request`.
 */
export function refuseForeignGet(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  assertThat(site === 'same-origin' || (site === undefined && hasValidTrace(request)), 'cross_site_request');
}

function refuseForeign(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  assertThat(site === undefined || site === 'same-origin', 'cross_site_request');
  const origin = request.headers.origin;
  assertThat(origin === undefined || sameHost(origin, hostOf(request)), 'cross_site_request');
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
