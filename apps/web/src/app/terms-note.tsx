import { useLocation } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { ChangedTerms } from '../features/account/components/changed-terms.tsx';
import style from './frame/frame.module.css';

/** Above every signed-in screen but the account, whose own section asks: what to agree to anew. */
export function TermsNote() {
  const isElsewhere = useLocation({ select: ({ pathname }) => pathname !== pathOf('account-edit') });
  return (
    isElsewhere && (
      <div className={style.terms}>
        <ChangedTerms />
      </div>
    )
  );
}
