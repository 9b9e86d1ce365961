import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { handleError } from '../../../lib/errors.ts';
import { useT } from '../../../lib/i18n.ts';
import { notify } from '../../../lib/notices.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useChangeWorkRule, workRuleQuery } from '../api/work-rule.ts';

/** Turns on or off that all new trips with a card are for work. */
export function WorkRule({ cardId }: { cardId: number }) {
  const query = useQuery(workRuleQuery(cardId));
  return (
    <Loaded query={query} lines={2}>
      {({ since }) => <RuleBox cardId={cardId} since={since} />}
    </Loaded>
  );
}

function RuleBox({ cardId, since }: { cardId: number; since: string | null }) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePortalConfig();
  const rule = useChangeWorkRule(cardId);
  const oneAtATime = useOneAtATime();
  // What was chosen stands in the box while it is saved.
  const [wanted, setWanted] = useState<boolean>();
  const change = async (isOn: boolean): Promise<void> => {
    setWanted(isOn);
    try {
      await rule.mutateAsync(isOn);
      notify({ type: 'success', title: (now) => now(isOn ? 'work.ruleOn' : 'work.ruleOff'), uniqId: 'work-rule' });
    } catch (error) {
      handleError(error, {}, (now) => now('work.ruleFailed'));
    } finally {
      setWanted(undefined);
    }
  };
  return (
    <Checkbox
      name="work-rule"
      label={t('work.rule')}
      help={since === null ? t('work.ruleHelp') : t('work.ruleSince', { date: formats.dateTime(since, timeZone) })}
      error={undefined}
      checked={wanted ?? since !== null}
      aria-busy={wanted !== undefined}
      onChange={({ currentTarget }) => void oneAtATime(() => change(currentTarget.checked))}
    />
  );
}
