import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { settingsQuery } from '../../features/account/api/get-settings.ts';
import { PersonFacts, SignInFacts } from '../../features/account/components/account-facts.tsx';
import { LanguageSetting } from '../../features/account/components/language-setting.tsx';
import { useLocale, useT } from '../../lib/i18n.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { ExternalIcon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

export function AccountEditScreen() {
  const t = useT();
  const query = useQuery(settingsQuery);
  return (
    <Screen title={t('account.title')}>
      <Panel title={t('account.aboutHeading')}>
        <Loaded query={query} lines={2}>
          {({ user }) => <PersonFacts user={user} />}
        </Loaded>
      </Panel>
      <Panel>
        <LanguageSetting />
      </Panel>
      <Panel title={t('account.signInsHeading')}>
        <Loaded query={query} lines={4}>
          {({ user }) => (
            <>
              <SignInFacts user={user} />
              <p>{t('account.signInsHelp')}</p>
            </>
          )}
        </Loaded>
      </Panel>
      <PasswordPanel />
      <ConsentPanel />
    </Screen>
  );
}

function PasswordPanel() {
  const t = useT();
  return (
    <Panel title={t('account.passwordHeading')}>
      <p>{t('account.passwordText')}</p>
      <div>
        <Link to={pathOf('reset-password')} className={buttonClass('secondary')}>
          {t('account.passwordLink')}
        </Link>
      </div>
    </Panel>
  );
}

function ConsentPanel() {
  const t = useT();
  const terms = usePortalConfig().links.dataProtection?.[useLocale()];
  return (
    <Panel title={t('account.consentHeading')}>
      <p>{t('account.consentText')}</p>
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
