import { useT } from '../../../lib/i18n.ts';
import { useOperatorPages } from '../../../lib/use-operator-pages.ts';
import { useSessionUser } from '../../../passenger/session.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ChangedTerms } from './changed-terms.tsx';
import { TermsLink } from './terms-link.tsx';

/** What the passenger agreed to at registration. Accounts of an identity provider have no registration here. */
export function ConsentPanel({ hasAgreed }: { hasAgreed: boolean }) {
  const t = useT();
  const hasTerms = useOperatorPages()('dataProtection') !== undefined;
  const isDue = useSessionUser()?.consent_due === true;
  if (!hasAgreed && !hasTerms) return null;
  return (
    <Panel title={t('account.consentHeading')}>
      {hasAgreed && <p>{t('account.consentText')}</p>}
      {isDue && <ChangedTerms />}
      {!isDue && hasTerms && (
        <Stack isStart>
          <TermsLink />
        </Stack>
      )}
    </Panel>
  );
}
