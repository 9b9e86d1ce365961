import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useState } from 'react';
import { sessionsQuery } from '../../features/account/api/list-sessions.ts';
import { ChangePasswordForm } from '../../features/passwords/components/change-password-form.tsx';
import { useT } from '../../lib/i18n.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Panel } from '../../ui/panel.tsx';

export function PasswordPanel() {
  const t = useT();
  const { passwordRules } = usePortalConfig();
  const [changes, setChanges] = useState(0);
  const queries = useQueryClient();
  const handleChanged = (): void => {
    setChanges(changes + 1);
    // All other sessions have just ended.
    void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };
  return (
    <Panel title={t('account.passwordHeading')}>
      <p>{t('account.passwordHelp')}</p>
      <ChangePasswordForm key={changes} rules={passwordRules} onChanged={handleChanged} />
      <p>
        <Link to={pathOf('reset-password')} className={buttonClass('link')}>
          {t('account.passwordForgotten')}
        </Link>
      </p>
    </Panel>
  );
}
