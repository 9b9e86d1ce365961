import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { checkFields } from '../../../lib/form-check.ts';
import { useT } from '../../../lib/i18n.ts';
import { refusalFrom } from '../../../lib/refusal.ts';
import { LinkAgain } from '../../../passenger/link-again.tsx';
import { forgetLinkToken, linkToken } from '../../../passenger/link-token.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Form } from '../../../ui/form.tsx';
import { Outcome } from '../../../ui/outcome.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { turnOffCardNews } from '../api/turn-off-card-news.ts';

const check = checkFields({});

/** The link of a mail about a card. Mail programs open links before people do, so it asks first. */
export function StopEmails() {
  const [token] = useState(() => linkToken('stop-emails'));
  const [state, setState] = useState<'asking' | 'off' | 'broken'>('asking');
  if (state !== 'asking') return <Answered isOff={state === 'off'} />;
  if (token === undefined) return <LinkAgain />;
  const turnOff = async (): Promise<void> => {
    await turnOffCardNews(token);
    forgetLinkToken('stop-emails');
    setState('off');
  };
  return <Ask turnOff={turnOff} onBroken={() => setState('broken')} />;
}

function Ask({ turnOff, onBroken }: { turnOff: () => Promise<void>; onBroken: () => void }) {
  const t = useT();
  const form = useForm({
    check,
    send: turnOff,
    refusal: (error) => {
      const isBroken = error instanceof ApiError && (error.code === '0101' || error.code === '0102');
      if (!isBroken) return refusalFrom(error);
      onBroken();
      return {};
    },
  });
  return (
    <Screen title={t('account.offTitle')} intro={t('account.offText')} isNarrow>
      <Form state={form}>
        <Button type="submit" variant="primary" isWide isBusy={form.isPending}>
          {t('account.offSubmit')}
        </Button>
      </Form>
    </Screen>
  );
}

function Answered({ isOff }: { isOff: boolean }) {
  const t = useT();
  const account = (
    <Link to={pathOf('account-edit')} className={buttonClass('primary')}>
      {t('account.offAccount')}
    </Link>
  );
  return (
    <Outcome
      type={isOff ? 'success' : 'danger'}
      title={t(isOff ? 'account.offDone' : 'account.offBroken')}
      action={account}
    >
      {t(isOff ? 'account.offDoneText' : 'account.offBrokenText')}
    </Outcome>
  );
}
