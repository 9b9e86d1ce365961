import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { ExternalLink } from '../../../ui/external-link.tsx';

/** Passengers of the identity provider get no link from us, so they are led to the provider (SES-16). Nothing without a provider. */
export function PasswordAtProvider() {
  const t = useT();
  const { providerLinks } = usePortalConfig();
  if (!providerLinks) return null;
  return (
    <div>
      <p>{t('password.atProvider')}</p>
      <ExternalLink href={providerLinks.password} className={buttonClass('link')}>
        {t('password.providerLink')}
      </ExternalLink>
    </div>
  );
}
