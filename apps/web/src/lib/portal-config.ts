import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import { isLocale, type Locale } from '@tapfolio/domain/locale.ts';
import { isRecord } from './is-record.ts';
import { readStored, storageKeys, writeStored } from './storage.ts';
import { createStore, useStore } from './store.ts';

const store = createStore<PortalConfig | undefined>(() => undefined);

/** A check that only separates our own configuration from a damaged one; the server has checked the rest. */
function isPortalConfig(value: unknown): value is PortalConfig {
  return (
    isRecord(value) &&
    isRecord(value.brand) &&
    isRecord(value.links) &&
    isRecord(value.contacts) &&
    isRecord(value.statementReference) &&
    isRecord(value.passwordRules) &&
    isRecord(value.languages) &&
    Array.isArray(value.languages.deployed) &&
    value.languages.deployed.every(isLocale) &&
    value.languages.deployed.length > 0
  );
}

/** What a configuration of an older release does not have: its days began at midnight. */
type Kept = Omit<PortalConfig, 'dayCut'> & { readonly dayCut?: string };

/** Uses a configuration and stores it for the next start without a network. */
export function setPortalConfig(given: Kept): void {
  const next = { dayCut: '00:00', ...given };
  writeStored(storageKeys.portalConfig, next);
  store.set(next);
}

function writtenInPage(): PortalConfig | undefined {
  const text = document.getElementById('portal-config')?.textContent;
  const value: unknown = text ? JSON.parse(text) : undefined;
  return isPortalConfig(value) ? value : undefined;
}

/**
 * Finds the operator's configuration: in the page from the server, or else (in development) through `ask`, or else the stored
 * one.
 */
export async function startPortalConfig(ask: () => Promise<PortalConfig>): Promise<PortalConfig> {
  const found = writtenInPage() ?? (await ask().catch(() => readStored(storageKeys.portalConfig, isPortalConfig)));
  if (!found) throw new Error('no portal configuration');
  setPortalConfig(found);
  return found;
}

function known(config: PortalConfig | undefined): PortalConfig {
  if (!config) throw new Error('the portal configuration is read before it is known');
  return config;
}

/** The operator's public configuration: brand, languages, contacts, links, password rules. @throws before it is known. */
export const usePortalConfig = (): PortalConfig => known(useStore(store));

/** The same, outside a component. @throws before it is known. */
export const portalConfig = (): PortalConfig => known(store.get());

/** The name of the portal in a language. */
export function productName({ productName: usual, productNames }: PortalConfig['brand'], locale: Locale): string {
  return productNames?.[locale] ?? usual;
}
