import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { ExternalIcon } from '../../../ui/document-icons.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';

/** A passenger who signs in through the identity provider changes password and profile there (SES-16). */
export function ProviderPanel() {
  const t = useT();
  const { providerLinks } = usePortalConfig();
  return (
    <Panel title={t('account.aboutHeading')}>
      <p>{t('account.atProvider')}</p>
      {providerLinks && (
        <Row as="p">
          <ProviderLink href={providerLinks.password} label={t('account.providerPassword')} />
          <ProviderLink href={providerLinks.profile} label={t('account.providerProfile')} />
        </Row>
      )}
    </Panel>
  );
}

function ProviderLink({ href, label }: { href: string; label: string }) {
  const t = useT();
  return (
    <a className={buttonClass('secondary')} href={href} target="_blank" rel="noreferrer">
      {label}
      <ExternalIcon width="1em" height="1em" />
      <VisuallyHidden>({t('common.opensInNewWindow')})</VisuallyHidden>
    </a>
  );
}
