import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { sessionsKey } from '../../../passenger/query-keys.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Panel } from '../../../ui/panel.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';

export function PasswordPanel() {
  const t = useT();
  const { passwordRules } = usePortalConfig();
  const [changes, setChanges] = useState(0);
  const queries = useQueryClient();
  const handleChanged = (): void => {
    setChanges(changes + 1);
    // All other sessions have just ended.
    void queries.invalidateQueries({ queryKey: sessionsKey });
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
