import { useLocation } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { ChangedTerms } from '../features/account/components/changed-terms.tsx';
import style from './frame/frame.module.css';

/** Asks for consent to changed terms, above every signed-in screen. The account screen has its own section for this. */
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
