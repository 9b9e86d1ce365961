import { useT } from '../../../lib/i18n.ts';
import { Panel } from '../../../ui/panel.tsx';
import { ClaimCardForm } from './claim-card-form.tsx';

type Props = { onClaimed: () => void; onLinked: (cardId: number) => void };

/** What a claim needs and leads to, and the form. */
export function ClaimCard(props: Props) {
  const t = useT();
  return (
    <>
      <Panel title={t('claims.howHeading')} look="sunken">
        <ul>
          <li>{t('claims.howTold')}</li>
          <li>{t('claims.howWeek')}</li>
          <li>{t('claims.howHistory')}</li>
        </ul>
      </Panel>
      <Panel title={t('cards.addNeedHeading')} look="sunken">
        <ul>
          <li>{t('claims.needLines')}</li>
          <li>{t('claims.needSince')}</li>
        </ul>
      </Panel>
      <Panel>
        <ClaimCardForm {...props} />
      </Panel>
    </>
  );
}
