import type { Mail } from '../../gateways/mail.ts';
import { mailToken } from '../../lib/mail-token.ts';
import type { Using } from '../../plugins/context.ts';
import type { MailPayload } from '../../queue/catalogue.ts';
import { composeMail, findRecipient, type MailWriter } from '../mails/mails.service.ts';
import { findResetForMail } from './passwords.queries.ts';

/** The link to choose a new password; nothing when the address was unknown or the link has run out. */
export async function writeResetMail(
  context: Using<'pool' | 'config' | 'keys'>,
  id: string,
): Promise<Mail | undefined> {
  const [row] = await findResetForMail(context.pool, { resetId: id });
  if (row === undefined) return undefined;
  const token = mailToken(context.keys.mailTokens, 'password-reset', id);
  const write = ({ t, operator, paragraph, action }: MailWriter) => ({
    subject: t('mail.resetSubject'),
    blocks: [
      paragraph(t('mail.resetIntro', { operator })),
      action(t('mail.resetAction'), 'change-password', { token }),
      paragraph(t('mail.resetExpiry')),
      paragraph(t('mail.resetIgnore')),
    ],
  });
  const { email: to, display_language: language } = row;
  return await composeMail(context.config, { kind: 'password-reset', id, to, language, write });
}

/**
 * Tells the owner that the password was changed, so that a theft is noticed, and which passkeys stay or went:
 * one that a stranger added would still open the account.
 */
export async function writeChangedMail(
  context: Using<'pool' | 'config' | 'keys'>,
  { id, passengerId, removedPasskeys, keptPasskeys }: Extract<MailPayload, { mail: 'password-changed' }>,
): Promise<Mail | undefined> {
  const owner = await findRecipient(context.pool, passengerId);
  if (owner === undefined) return undefined;
  const write = ({ t, operator, paragraph, action }: MailWriter) => ({
    subject: t('mail.changedSubject'),
    blocks: [
      paragraph(t('mail.changedIntro', { operator })),
      ...(removedPasskeys > 0 ? [paragraph(t('mail.changedPasskeysRemoved', { count: removedPasskeys }))] : []),
      ...(keptPasskeys > 0 ? [paragraph(t('mail.changedPasskeysKept', { count: keptPasskeys }))] : []),
      paragraph(t('mail.changedNotYou')),
      action(t('mail.changedAction'), 'reset-password', {}),
    ],
  });
  return await composeMail(context.config, { kind: 'password-changed', id, ...owner, write });
}
