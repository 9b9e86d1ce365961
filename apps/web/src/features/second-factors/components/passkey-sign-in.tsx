import { useT } from '../../../lib/i18n.ts';
import { PasskeyButton } from './passkey-button.tsx';

/** The way in without a password. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const t = useT();
  const handleClick = async (): Promise<void> => {
    const { signInWithPasskey } = await import('../api/sign-in-with-passkey.ts');
    await signInWithPasskey();
    await onSignedIn();
  };
  return (
    <PasskeyButton isWide act={handleClick} notUsed={(now) => now('login.passkeyNotUsed')}>
      {t('login.passkey')}
    </PasskeyButton>
  );
}
