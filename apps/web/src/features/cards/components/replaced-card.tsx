import type { Card } from '@tapfolio/contracts/cards.ts';
import { useState } from 'react';
import { handleError } from '../../../lib/errors.ts';
import { useT } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { useReplaceCard } from '../api/replace-card.ts';

type Props = { card: Card; replacement: NonNullable<Card['replacement']> };

/** Says which card the bank issued in place of this one, and lets the passenger confirm it. */
export function ReplacedCard({ card, replacement: { id, lastFour } }: Props) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const replace = useReplaceCard(card.id, id);
  const handleConfirm = async (): Promise<void> => {
    try {
      await replace.mutateAsync();
    } catch (error) {
      handleError(error, {}, (now) => now('replacement.failed'));
      setAsking(false);
      return;
    }
    setAsking(false);
    notifyChange((now) => now('replacement.done', { card: card.name }));
  };
  return (
    <Permitted to="card.replace">
      <Alert type="info" title={t('replacement.title', { card: card.name })} isStanding>
        <Stack gap={3}>
          <p>{lastFour === null ? t('replacement.textUnknown') : t('replacement.text', { digits: lastFour })}</p>
          <div>
            <Button variant="primary" onClick={() => setAsking(true)}>
              {t('replacement.confirm')}
            </Button>
          </div>
        </Stack>
      </Alert>
      <ConfirmDialog
        title={t('replacement.askTitle', { card: card.name })}
        confirmLabel={t('replacement.confirm')}
        isOpen={isAsking}
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      >
        <p>{t('replacement.askText')}</p>
      </ConfirmDialog>
    </Permitted>
  );
}
