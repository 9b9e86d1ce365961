import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { refuse, server } from '../../../test/fake-server.ts';
import { openPortal, t } from '../../../test/render.tsx';

/** What a device answers with once somebody has chosen a passkey from the suggestions of the field. */
function chosenPasskey() {
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  return {
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: bytes },
    getClientExtensionResults: () => ({}),
  };
}

test('a passkey of the suggestions that was refused makes way for another one', async () => {
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(true);
  const device = vi.spyOn(navigator.credentials, 'get');
  device.mockResolvedValueOnce(chosenPasskey()).mockReturnValue(new Promise(() => {}));
  server.answer('getPasskeySignInOptions', () => ({ challenge: 'AQID' }));
  server.answer('signInWithPasskey', refuse('passkey_refused'));

  await openPortal('/login');

  await expect.element(page.getByText(t('errors.passkey_refused')).first()).toBeInTheDocument();
  await expect
    .poll(() => device.mock.calls.map(([options]) => options?.mediation))
    .toEqual(['conditional', 'conditional']);
  expect(server.received('signInWithPasskey')).toHaveLength(1);
});
