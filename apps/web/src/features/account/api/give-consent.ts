import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { agreeToTerms } from '../../../passenger/consent.ts';
import { noteOwnChange } from '../../../passenger/session.ts';

/** Agrees to the current data-protection terms (REG-03). */
export function useGiveConsent() {
  return useMutation({
    mutationFn: () => agreeToTerms((consentVersion) => call('giveConsent', { query: { consentVersion } })),
    onSuccess: () => noteOwnChange({ consent_due: false }),
  });
}
