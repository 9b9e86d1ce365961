import type { ComponentProps } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { Bullets } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ClaimCardForm } from './claim-card-form.tsx';

/** What a passenger needs for a claim, what happens afterwards, and the form. */
export function ClaimCard(props: ComponentProps<typeof ClaimCardForm>) {
  const t = useT();
  return (
    <>
      <Panel title={t('cards.addNeedHeading')} look="sunken">
        <Bullets>
          <li>{t('claims.needLines')}</li>
          <li>{t('claims.needSince')}</li>
        </Bullets>
      </Panel>
      <Panel title={t('claims.howHeading')} look="sunken">
        <Bullets>
          <li>{t('claims.howTold')}</li>
          <li>{t('claims.howWeek')}</li>
          <li>{t('claims.howHistory')}</li>
        </Bullets>
      </Panel>
      <Panel>
        <ClaimCardForm {...props} />
      </Panel>
    </>
  );
}
