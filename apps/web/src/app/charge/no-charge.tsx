import { useQuery } from '@tanstack/react-query';
import { type HistoryState, Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { cardsQuery } from '../../features/cards/api/list-cards.ts';
import { useMayLinkCard } from '../../features/cards/may-link-card.ts';
import { useT } from '../../lib/i18n.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import type { StatementLine } from '../../passenger/statement-line.ts';
import { WhomToAsk } from '../../passenger/whom-to-ask.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Bullets, Row, Stack } from '../../ui/layout.tsx';
import { DataUpTo } from '../history/data-up-to.tsx';

/** The next step is about the same line. */
const takeLine = ({ statementLine = '' }: HistoryState): HistoryState => ({ statementLine });

/** Why none of the cards has a payment with a line of a bank statement, and what the passenger can do with that line next. */
export function NoCharge({ line }: { line: StatementLine }) {
  const t = useT();
  const { brand } = usePortalConfig();
  const mayLink = useMayLinkCard();
  const { data } = useQuery(cardsQuery);
  return (
    <Stack>
      <Bullets>
        <li>
          {t('payments.findNoneNew')}
          {data && <DataUpTo instant={data.dataUpTo} />}
        </li>
        <li>
          {t('payments.findNoneCard')} {mayLink && t('payments.findNoneAdd')}
        </li>
        <li>{t('payments.findNoneOld')}</li>
        <li>{t('payments.findNoneOther', { payee: brand.payeeLabel })}</li>
      </Bullets>
      <Row>
        {mayLink && (
          <Link to={pathOf('card-add')} state={takeLine} className={buttonClass('secondary')}>
            {t('cards.add')}
          </Link>
        )}
        <Link to={pathOf('receipt-page')} state={takeLine} className={buttonClass('secondary')}>
          {t('receipts.title')}
        </Link>
      </Row>
      <p>
        <WhomToAsk about={`${t('common.statementReference')} ${line.srid}`} />
      </p>
    </Stack>
  );
}
