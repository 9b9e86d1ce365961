import { useLocale, useT } from '../../lib/i18n.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { ExternalIcon } from '../../ui/document-icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

/** What was agreed to when the account was created here; whom a provider signs in created none here. */
export function ConsentPanel({ hasAgreed }: { hasAgreed: boolean }) {
  const t = useT();
  const locale = useLocale();
  const terms = usePortalConfig().links.dataProtection?.[locale];
  if (!hasAgreed && !terms) return null;
  return (
    <Panel title={t('account.consentHeading')}>
      {hasAgreed && <p>{t('account.consentText')}</p>}
      {terms && (
        <p>
          <a href={terms} target="_blank" rel="noreferrer">
            {t('account.consentLink')} <ExternalIcon width="1em" height="1em" />
            <VisuallyHidden>({t('common.opensInNewWindow')})</VisuallyHidden>
          </a>
        </p>
      )}
    </Panel>
  );
}
