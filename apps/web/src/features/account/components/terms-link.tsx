import { useLocale, useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { ExternalIcon } from '../../../ui/document-icons.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';

/** The data-protection terms in force, in the page's language; nothing where the operator names none. */
export function TermsLink() {
  const t = useT();
  const locale = useLocale();
  const terms = usePortalConfig().links.dataProtection?.[locale];
  if (!terms) return null;
  return (
    <a href={terms} target="_blank" rel="noreferrer">
      {t('account.termsLink')} <ExternalIcon width="1em" height="1em" />
      <VisuallyHidden>({t('common.opensInNewWindow')})</VisuallyHidden>
    </a>
  );
}
