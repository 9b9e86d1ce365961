import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/panel.tsx';

/** A passenger who signs in through the identity provider changes password and profile there (SES-16). */
export function ProviderPanel() {
  const t = useT();
  const { providerLinks } = usePortalConfig();
  return (
    <Panel title={t('account.aboutHeading')}>
      <p>{t('account.atProvider')}</p>
      {providerLinks && (
        <Row as="p">
          <ExternalLink href={providerLinks.password} className={buttonClass()}>
            {t('account.providerPassword')}
          </ExternalLink>
          <ExternalLink href={providerLinks.profile} className={buttonClass()}>
            {t('account.providerProfile')}
          </ExternalLink>
        </Row>
      )}
    </Panel>
  );
}
