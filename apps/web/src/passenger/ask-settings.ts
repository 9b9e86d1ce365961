import type { SettingsAnswer } from '@tapfolio/contracts/sessions.ts';
import { type CallOptions, call } from '../lib/api-client.ts';

/** The settings of the signed-in passenger at the server, with the portal of this host. The stored ones may be of the last sign-in. */
export function askSettings(options?: Pick<CallOptions, 'signal' | 'needsNoSession'>): Promise<SettingsAnswer> {
  return call('getSettings', { query: { domain: location.hostname } }, options);
}
