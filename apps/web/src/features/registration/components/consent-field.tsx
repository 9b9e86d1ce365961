import { type LazyText, useT } from '../../../lib/i18n.ts';
import { useOperatorPages } from '../../../lib/use-operator-pages.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ExternalLink } from '../../../ui/external-link.tsx';

/** Consent to the data-protection terms, with the terms to read (REG-03). */
export function ConsentField({ name, error }: { name: string; error: LazyText | undefined }) {
  const t = useT();
  const terms = useOperatorPages()('dataProtection');
  const link = terms && (
    <ExternalLink href={terms} className={buttonClass('link')}>
      {t('register.consentLink')}
    </ExternalLink>
  );
  return <Checkbox name={name} error={error} label={t('register.consent')} {...(link && { help: link })} required />;
}
