import type { Mail } from '../../gateways/mail.ts';
import type { Using } from '../../plugins/context.ts';
import type { FactorMail } from '../../queue/catalogue.ts';
import { composeMail, findRecipient, type MailWording, type MailWriter } from '../mails/mails.service.ts';
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
    write: ({ t, operator, paragraph, paragraphAbout }) => ({
      subject: t('mail.codeSubject'),
      blocks: [
        paragraphAbout(t('mail.codeIntro', { operator, code }), code),
        paragraph(t('mail.codeExpiry')),
        paragraph(t('mail.codeIgnore')),
      ],
    }),
  });
}

/** Tells the owner which way of signing in was added or taken away, so that they notice when a stranger did it. */
export async function writeFactorMail(
  context: Using<'pool' | 'config'>,
  { mail, id, passengerId }: { mail: FactorMail; id: string; passengerId: string },
): Promise<Mail | undefined> {
  const owner = await findRecipient(context.pool, passengerId);
  if (owner === undefined) return undefined;
  return await composeMail(context.config, { kind: mail, id, ...owner, write: wordings[mail] });
}

const wordings: Record<FactorMail, (writer: MailWriter) => MailWording> = {
  'passkey-added': ({ t, operator, paragraph, action }) => ({
    subject: t('mail.passkeySubject'),
    blocks: [
      paragraph(t('mail.passkeyIntro', { operator })),
      paragraph(t('mail.passkeyNotYou')),
      action(t('mail.passkeyAction'), 'account-edit', {}),
    ],
  }),
  'passkey-removed': changed('mail.passkeyRemovedSubject', 'mail.passkeyRemovedIntro'),
  'mail-code-on': changed('mail.codeOnSubject', 'mail.codeOnIntro'),
  'mail-code-off': changed('mail.codeOffSubject', 'mail.codeOffIntro'),
};

/** Whoever changes these has signed in, so a stranger who did knows the password. */
function changed(
  subject: 'mail.passkeyRemovedSubject' | 'mail.codeOnSubject' | 'mail.codeOffSubject',
  intro: 'mail.passkeyRemovedIntro' | 'mail.codeOnIntro' | 'mail.codeOffIntro',
): (writer: MailWriter) => MailWording {
  return ({ t, operator, paragraph, action }) => ({
    subject: t(subject),
    blocks: [
      paragraph(t(intro, { operator })),
      paragraph(t('mail.changedNotYou')),
      action(t('mail.changedAction'), 'reset-password', {}),
    ],
  });
}
