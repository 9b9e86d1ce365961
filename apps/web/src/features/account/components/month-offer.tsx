import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../lib/i18n.ts';
import { notify } from '../../../lib/notices.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { Button } from '../../../ui/button.tsx';
import { useChooseCardNews } from '../api/choose-card-news.ts';
import { settingsQuery } from '../api/get-settings.ts';

/** The button that had the focus is gone: the sentence that stands in its place has it. */
const takeFocus = (sentence: HTMLElement | null) => sentence?.focus();

/** Offers the mails about each month to a passenger who does not get them. */
export function MonthOffer() {
  const t = useT();
  const { data } = useQuery(settingsQuery);
  const choose = useChooseCardNews();
  if (choose.isSuccess)
    return (
      <p tabIndex={-1} ref={takeFocus}>
        {t('travelstatement.monthIsOn')}
      </p>
    );
  if (data?.user.card_news?.month !== false) return null;
  const turnOn = () =>
    choose.mutate(
      { month: true },
      { onError: () => notify({ type: 'danger', title: (now) => now('travelstatement.monthFailed') }) },
    );
  return (
    <Permitted to="account-edit.card-news">
      <div>
        <p>{t('travelstatement.monthOffer')}</p>
        <Button variant="link" isBusy={choose.isPending} onClick={turnOn}>
          {t('travelstatement.monthOn')}
        </Button>
      </div>
    </Permitted>
  );
}
