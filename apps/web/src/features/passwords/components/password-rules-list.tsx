import type { PasswordRules, RuleState } from '@tapfolio/domain/password-rules.ts';
import { ruleStates } from '@tapfolio/domain/password-rules.ts';
import { useT } from '../../../lib/i18n.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import style from './password-rules-list.module.css';

// Nearly every password meets these, so they are shown only if broken.
const quiet: readonly string[] = ['password_too_long', 'password_context_words'];
const words = { met: 'password.ruleMet', unmet: 'password.ruleOpen', unknown: 'password.ruleLater' } as const;

/** The operator's rules, marked while the passenger types (AUTH-09). */
export function PasswordRulesList({ password, rules }: { password: string; rules: PasswordRules }) {
  const t = useT();
  const states = ruleStates(password.trim(), rules)
    .filter((rule) => !quiet.includes(rule.key) || rule.state === 'unmet')
    // An empty field breaks no rule, but no rule gets a tick for it.
    .map((rule): RuleState => (password === '' && rule.state === 'met' ? { ...rule, state: 'unknown' } : rule));
  return (
    <div className={style.rules}>
      <p>{t('password.rulesTitle')}</p>
      <ul>
        {states.map((rule) => (
          <Rule key={rule.key} rule={rule} />
        ))}
      </ul>
    </div>
  );
}

function Rule({ rule: { key, count, state } }: { rule: RuleState }) {
  const t = useT();
  return (
    <li className={state === 'met' ? style.met : undefined}>
      <span className={style.tick}>{state === 'met' && <CheckIcon />}</span>
      <span>
        {t(`validation.${key}`, { count })} <VisuallyHidden>({t(words[state])})</VisuallyHidden>
      </span>
    </li>
  );
}
