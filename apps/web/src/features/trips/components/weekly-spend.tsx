import { useQuery } from '@tanstack/react-query';
import type { Spend } from '@tapfolio/contracts/spend.ts';
import { useLocale, useT } from '../../../lib/i18n.ts';
import { Quiet } from '../../../ui/layout.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { spendWeeks, weeklySpendQuery } from '../api/get-spend.ts';
import { SpendChart } from './spend-chart.tsx';

/** What the last four weeks cost, as the server computed it. */
export function WeeklySpend() {
  const t = useT();
  const query = useQuery(weeklySpendQuery(useLocale()));
  return (
    <Panel title={t('home.spendHeading')}>
      <Loaded query={query} lines={spendWeeks}>
        {(spend) => <Spends spend={spend} />}
      </Loaded>
    </Panel>
  );
}

function Spends({ spend: { currencies } }: { spend: Spend }) {
  const t = useT();
  if (currencies.length === 0) return <Quiet>{t('home.spendEmpty')}</Quiet>;
  return (
    <>
      {currencies.map((spend) => (
        <SpendChart key={spend.currency} spend={spend} />
      ))}
      <Quiet>{t('home.spendNote')}</Quiet>
    </>
  );
}
