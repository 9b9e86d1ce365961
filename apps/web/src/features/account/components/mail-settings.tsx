import type { UserSettings } from '@tapfolio/contracts/sessions.ts';
import { useT } from '../../../lib/i18n.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { CardNewsForm } from './card-news-form.tsx';
import { LanguageSetting } from './language-setting.tsx';

/** The language of mails and pages, and which news come by mail. A server of the version before knows no news. */
export function MailSettings({ user: { card_news: wanted } }: { user: UserSettings }) {
  const t = useT();
  return (
    <>
      <Permitted to="account-edit.language">
        <Panel listedAs={t('account.languageHeading')}>
          <LanguageSetting />
        </Panel>
      </Permitted>
      {wanted && (
        <Permitted to="account-edit.card-news">
          <Panel title={t('account.newsHeading')}>
            <CardNewsForm wanted={wanted} />
          </Panel>
        </Permitted>
      )}
    </>
  );
}
