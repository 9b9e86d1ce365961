import {
  finishSingleSignOn,
  getServerSettings,
  receiveProviderLogout,
  startSingleSignOn,
} from '@tapfolio/contracts/single-sign-on.ts';
import { defaultLocale, type Locale } from '@tapfolio/domain/locale.ts';
import { localise, pathOf } from '@tapfolio/locales/paths.ts';
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { callerOf } from '../gate/caller.ts';
import { handle } from '../gate/handle.ts';
import { setSessionCookie } from '../gate/session-cookie.ts';
import { AppError } from '../lib/app-error.ts';
import { languageOfBrowser } from '../modules/pages/page-language.ts';
import { applyProviderLogout } from '../modules/single-sign-on/provider-logout.service.ts';
import { presentServerSettings } from '../modules/single-sign-on/server-settings.present.ts';
import { startAtProvider } from '../modules/single-sign-on/single-sign-on.service.ts';
import { noteRefusal } from '../plugins/declared-refusals.ts';
import { judgeFailure } from '../plugins/errors.ts';
import { hostnameOf } from '../plugins/host-of.ts';
import { signInFromProvider } from './provider-sign-in.service.ts';

/** `Lax`: the way back from the provider is a cross-site navigation. */
const cookie = { sameSite: 'Lax', maxAgeSeconds: 600 } as const;

/** Calls the browser makes on the way to the provider and back, and the settings the page reads. */
export const singleSignOnRoutes: FastifyPluginAsync = async (app) => {
  const { context } = app;

  handle(app, getServerSettings, () => presentServerSettings(context.config));

  const atErrorPage = { errorHandler: sendToErrorPage };

  handle(
    app,
    startSingleSignOn,
    async (request, reply) => {
      const beginning = beginningElsewhere(request, context.config);
      if (beginning !== undefined) return reply.redirect(beginning);
      const { return_to: returnTo, language } = request.query;
      const asked = { returnTo, knownToken: app.cookies.read(request, 'sso') };
      const { address, browserToken } = await startAtProvider(context, asked);
      app.cookies.set(reply, 'sso', browserToken, cookie);
      // One by itself: of two in one value, a process of the version before would understand neither.
      if (language !== undefined) app.cookies.set(reply, 'sso-language', language, cookie);
      else if (languageAtStart(request) !== undefined) app.cookies.clear(reply, 'sso-language');
      return reply.redirect(address);
    },
    atErrorPage,
  );

  handle(
    app,
    finishSingleSignOn,
    async (request, reply) => {
      const language = languageAtStart(request) ?? languageOf(request);
      const returned = { query: queryOf(request), browserToken: app.cookies.read(request, 'sso'), language };
      const { token, returnTo } = await signInFromProvider(context, callerOf(request), returned);
      setSessionCookie(reply, token);
      return reply.redirect(`${pathOf('sso-callback')}?${new URLSearchParams({ return_to: returnTo }).toString()}`);
    },
    atErrorPage,
  );
};

/** The provider calls this one itself, without a browser (OpenID Connect Back-Channel Logout 1.0 section 2.5). */
export const backChannelRoutes: FastifyPluginAsync = async (app) => {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  handle(app, receiveProviderLogout, async (request) => {
    await applyProviderLogout(app.context, request.body.logout_token, request.id);
  });
};

/**
 * The provider leads back to the host of `publicUrl`, and the browser must have its cookie there. The same address on that host, if the
 * browser asked another host of the portal; undefined for every other host, so that no proxy that names its own leads in a circle. The
 * language goes along, because the other host may have been all that told it.
 */
function beginningElsewhere(
  request: FastifyRequest<{ Querystring: { language?: Locale | undefined } }>,
  { publicUrl, languages }: Pick<Config, 'publicUrl' | 'languages'>,
): string | undefined {
  const host = hostnameOf(request).toLowerCase().replace(/\.$/, '');
  const isOther = Object.hasOwn(languages.hosts, host) && host !== new URL(publicUrl).hostname;
  if (!isOther) return undefined;
  const beginning = new URL(request.url, publicUrl);
  beginning.searchParams.set('language', request.query.language ?? languageOf(request));
  return beginning.href;
}

/** The language that the browser told when it left for the provider. */
function languageAtStart(request: FastifyRequest): Locale | undefined {
  return deployedLanguage(request, request.server.cookies.read(request, 'sso-language'));
}

function deployedLanguage({ server }: FastifyRequest, told: string | null | undefined): Locale | undefined {
  return server.context.config.languages.deployed.find((locale) => locale === told);
}

/** The language for a browser that has not told it. */
function languageOf(request: FastifyRequest): Locale {
  const arrival = { host: hostnameOf(request), accepted: request.headers['accept-language'] };
  return languageOfBrowser(request.server.context.config, arrival);
}

function queryOf(request: FastifyRequest): string {
  const index = request.url.indexOf('?');
  return index === -1 ? '' : request.url.slice(index);
}

/** The caller is a browser, not the page's client: after any failure it is sent to the error page, in its language, with the code to show. */
function sendToErrorPage(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code } = error instanceof AppError ? noteSignOnRefusal(error, request) : judgeFailure(error, request);
  const parameters = new URLSearchParams({ code, trace: request.id });
  const asked = new URLSearchParams(queryOf(request)).get('language');
  const language = deployedLanguage(request, asked) ?? languageAtStart(request) ?? defaultLocale;
  return reply.redirect(`${localise('error', {}, language)}?${parameters.toString()}`, 302);
}

function noteSignOnRefusal(refusal: AppError, request: FastifyRequest): AppError {
  noteRefusal(request, refusal.code);
  const { code, cause } = refusal;
  if (cause === undefined) request.log.info({ code }, 'single sign-on refused');
  else request.log.warn({ code, err: cause }, 'single sign-on failed');
  return refusal;
}
