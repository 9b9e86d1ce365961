import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { errorText, traceIdOf } from '../lib/errors.ts';
import { useT } from '../lib/i18n.ts';
import { sessionUser } from '../passenger/session.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Screen } from '../ui/screen.tsx';
import { TraceId } from '../ui/trace-id.tsx';

/** A screen that shows a refusal, with the trace id, and the next step. */
export function RefusalScreen({ error }: { error: unknown }) {
  const t = useT();
  const isSignedIn = sessionUser() !== undefined;
  return (
    <Screen title={t('errors.title')} intro={errorText(error)(t)}>
      <TraceId of={traceIdOf(error)} />
      <p>
        <Link to={pathOf(isSignedIn ? 'passenger-area' : 'login')} className={buttonClass('primary')}>
          {t(isSignedIn ? 'nav.goHome' : 'nav.login')}
        </Link>
      </p>
    </Screen>
  );
}
