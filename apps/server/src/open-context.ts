import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config/config.ts';
import { deriveKeys } from './config/keys.ts';
import type { Secrets } from './config/secrets.ts';
import { createDatabases } from './database/parts.ts';
import { createDocumentCompiler } from './documents/threaded-compiler.ts';
import type { Bank } from './gateways/bank.ts';
import type { IdentityProvider } from './gateways/identity-provider.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import type { Stop } from './lib/stop-all.ts';
import type { ServerContext } from './plugins/context.ts';

export interface ContextOptions {
  config: Config;
  secrets: Secrets;
  clock?: Clock;
}

interface OpenOptions extends ContextOptions {
  /** The address of the database; empty if no part comes to one. */
  url: string;
  logger: FastifyBaseLogger;
}

/** Opens what every part of the server works with; `stops` gets what closes it. */
export async function openContext(options: OpenOptions, stops: Stop[]): Promise<ServerContext> {
  const { config, secrets, clock = systemClock, url, logger } = options;
  const databases = createDatabases({
    url,
    onIdleError: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  });
  stops.push(() => databases.end());
  const documents = createDocumentCompiler();
  stops.push(() => documents.close());
  const identityProvider = await openIdentityProvider(config, secrets);
  const bank = await openBank(config, secrets);
  const keys = deriveKeys(secrets.accountKey);
  return { config, secrets, keys, clock, databases, documents, identityProvider, bank };
}

async function openIdentityProvider(config: Config, secrets: Secrets): Promise<IdentityProvider | undefined> {
  const { sso } = config;
  if (sso === undefined || secrets.ssoClientSecret === undefined) return undefined;
  const { issuer, clientId } = sso;
  const { createIdentityProvider } = await import('./gateways/openid-connect.ts');
  const { redirectUriOf } = await import('./modules/single-sign-on/single-sign-on.service.ts');
  const redirectUri = redirectUriOf({ config });
  return createIdentityProvider({ issuer, clientId, clientSecret: secrets.ssoClientSecret, redirectUri });
}

/** Only for the parts that use the bank: the worker calls it, the portal gets its calls. */
async function openBank({ bank, roles }: Config, secrets: Secrets): Promise<Bank | undefined> {
  if (bank === undefined || secrets.bank === undefined) return undefined;
  if (!roles.includes('worker') && !roles.includes('portal')) return undefined;
  const { connectSeconds, answerSeconds } = bank;
  const options = { ...secrets.bank, connectMs: connectSeconds * 1000, answerMs: answerSeconds * 1000 };
  // An adapter is loaded only if it is used: the library of Stripe takes megabytes.
  switch (bank.protocol) {
    case 'http':
      return (await import('./gateways/http-bank.ts')).createHttpBank({ ...options, url: bank.url ?? '' });
    case 'stripe':
      return (await import('./gateways/stripe-bank.ts')).createStripeBank({ ...options, url: bank.url });
  }
}
