import type { SettingsAnswer } from '@tapfolio/contracts/sessions.ts';
import type { Config } from '../../config/config.ts';
import { permissionsOf, withheldOf } from '../../gate/permissions.ts';
import { isoInstantOrNull } from '../../lib/iso-instant.ts';
import { presentRules } from '../passwords/password-rules.present.ts';
import { presentPortalConfig } from '../settings/portal-config.present.ts';
import type { SettingsRow } from './users.queries.ts';

/** The specification's names, field by field (spec section 3). */
export function presentSettings(row: SettingsRow, idleSeconds: number, config: Config): SettingsAnswer {
  const rules = config.passwordRules;
  return {
    user: {
      email: row.email,
      first_name: row.first_name,
      last_name: row.last_name,
      username: row.email,
      permissions: permissionsOf({
        isShadowUser: row.is_sso_shadow_user,
        withheld: withheldOf(config),
      }),
      is_sso_shadow_user: row.is_sso_shadow_user,
      max_user_idle_time: idleSeconds,
      last_correct_login_date: isoInstantOrNull(row.last_correct_login_at),
      last_incorrect_login_date: isoInstantOrNull(row.last_incorrect_login_at),
      incorrect_login_count: row.incorrect_login_count,
      correct_login_count: row.correct_login_count,
      last_logout_date: isoInstantOrNull(row.last_logout_at),
      show_first_page: row.show_first_page,
      display_language: row.display_language,
      card_news: {
        refused: !row.unwanted_news.includes('refused'),
        accepted: !row.unwanted_news.includes('accepted'),
        refunded: !row.unwanted_news.includes('refunded'),
        month: row.wants_month,
      },
      consent_due: row.consent_due,
      ...presentRules(rules),
      passwd_rule_must_change_on_login: rules.mustChangeOnLogin,
      passwd_rule_must_change_after_days_count: rules.mustChangeAfterDays,
      passwd_rule_must_change_after_login_count: rules.mustChangeAfterLogins,
    },
    portal_config: presentPortalConfig(config),
  };
}
