import { call } from '../lib/api-client.ts';
import { ApiError } from '../lib/api-error.ts';
import { portalConfig, setPortalConfig } from '../lib/portal-config.ts';

/**
 * Agrees to the terms that this page shows. If the operator has changed them meanwhile, the page shows the new terms before
 * the message about the refusal (REG-03).
 */
export async function agreeToTerms<R>(agree: (consentVersion: string) => Promise<R>): Promise<R> {
  try {
    return await agree(portalConfig().consentVersion);
  } catch (error) {
    // Without an answer the page keeps its terms, and the refusal is shown.
    if (error instanceof ApiError && error.code === 'consent_outdated')
      await call('getPortalConfig').then(setPortalConfig, () => {});
    throw error;
  }
}
