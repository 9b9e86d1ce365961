import { useT } from '../../../lib/i18n.ts';
import { useOperatorPages } from '../../../lib/use-operator-pages.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { ExternalLink } from '../../../ui/external-link.tsx';

/** The current data-protection terms, in the page's language if the operator has them in it; nothing if the operator names none. */
export function TermsLink() {
  const t = useT();
  const terms = useOperatorPages()('dataProtection');
  return (
    terms && (
      <ExternalLink href={terms} className={buttonClass('link')}>
        {t('account.termsLink')}
      </ExternalLink>
    )
  );
}
