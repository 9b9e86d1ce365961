import type { Mail } from '../../gateways/mail.ts';
import type { Using } from '../../plugins/context.ts';
import { composeMail, findRecipient } from '../mails/mails.service.ts';
import { findCodeForMail } from './mail-codes.queries.ts';
import { codeDigits } from './mail-codes.service.ts';

/** Writes the mail with the code; undefined if the code was used or has expired. */
export async function writeCodeMail(context: Using<'pool' | 'config' | 'keys'>, id: string): Promise<Mail | undefined> {
  const [row] = await findCodeForMail(context.pool, { codeId: id });
  if (row === undefined) return undefined;
  const code = codeDigits(context.keys.mailTokens, id);
  return await composeMail(context.config, {
    kind: 'sign-in-code',
    id,
    to: row.email,
    language: row.display_language,
    write: ({ t, operator, paragraph }) => ({
      subject: t('mail.codeSubject'),
      blocks: [
        paragraph(t('mail.codeIntro', { operator, code })),
        paragraph(t('mail.codeExpiry')),
        paragraph(t('mail.codeIgnore')),
      ],
    }),
  });
}

/** Writes the mail that tells the owner of a new passkey. */
export async function writePasskeyMail(
  context: Using<'pool' | 'config' | 'keys'>,
  id: string,
  passengerId: string,
): Promise<Mail | undefined> {
  const owner = await findRecipient(context.pool, passengerId);
  if (owner === undefined) return undefined;
  return await composeMail(context.config, {
    kind: 'passkey-added',
    id,
    ...owner,
    write: ({ t, operator, paragraph, action }) => ({
      subject: t('mail.passkeySubject'),
      blocks: [
        paragraph(t('mail.passkeyIntro', { operator })),
        paragraph(t('mail.passkeyNotYou')),
        action(t('mail.passkeyAction'), 'account-edit', {}),
      ],
    }),
  });
}
