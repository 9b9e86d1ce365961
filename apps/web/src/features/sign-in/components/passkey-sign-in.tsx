import { useT } from '../../../lib/i18n.ts';
import { loadInTime } from '../../../lib/load-in-time.ts';
import { PasskeyButton } from '../../../passenger/passkey-button.tsx';

type Props = {
  /** True while the browser's dialog is wanted: it and the suggestions of the field cannot be open together. */
  onAsking: (isAsking: boolean) => void;
  onSignedIn: () => Promise<void>;
};

/** Sign-in without a password. */
export function PasskeySignIn({ onAsking, onSignedIn }: Props) {
  const t = useT();
  const handleClick = async (): Promise<void> => {
    onAsking(true);
    try {
      const { signInWithPasskey } = await loadInTime(() => import('../api/sign-in-with-passkey.ts'));
      await signInWithPasskey();
    } catch (error) {
      onAsking(false);
      throw error;
    }
    await onSignedIn();
  };
  return (
    <PasskeyButton isWide act={handleClick} notUsed={(now) => now('login.passkeyNotUsed')}>
      {t('login.passkey')}
    </PasskeyButton>
  );
}
