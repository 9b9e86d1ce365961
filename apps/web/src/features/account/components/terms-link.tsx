import { useLocale, useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { ExternalLink } from '../../../ui/external-link.tsx';

/** The current data-protection terms, in the page's language; nothing if the operator names none. */
export function TermsLink() {
  const t = useT();
  const locale = useLocale();
  const terms = usePortalConfig().links.dataProtection?.[locale];
  return (
    terms && (
      <ExternalLink href={terms} className={buttonClass('link')}>
        {t('account.termsLink')}
      </ExternalLink>
    )
  );
}
