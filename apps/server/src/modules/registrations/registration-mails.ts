import type { Mail } from '../../gateways/mail.ts';
import { mailToken } from '../../lib/mail-token.ts';
import type { Using } from '../../plugins/context.ts';
import { composeMail, type MailWording, type MailWriter } from '../mails/mails.service.ts';
import { findRegistrationForMail } from './registrations.queries.ts';

/**
 * Writes the mail that answers a registration: a link to confirm it, or, if the address has an account now, the news that
 * someone tried to register with it (REG-05). Undefined if the request is no longer there.
 */
export async function writeRegistrationMail(
  context: Using<'pool' | 'config' | 'keys'>,
  id: string,
): Promise<Mail | undefined> {
  const [row] = await findRegistrationForMail(context.pool, { registrationId: id });
  if (row === undefined) return undefined;
  const token = mailToken(context.keys.mailTokens, 'registration', id);
  const hasProvider = context.config.sso !== undefined;
  const write = (writer: MailWriter) => (row.is_taken ? writeTaken(writer, hasProvider) : writeConfirm(writer, token));
  return await composeMail(context.config, { kind: 'registration', id, to: row.email, language: row.language, write });
}

function writeConfirm({ t, operator, paragraph, action }: MailWriter, token: string): MailWording {
  return {
    subject: t('mail.confirmSubject'),
    blocks: [
      paragraph(t('mail.confirmIntro', { operator })),
      action(t('mail.confirmAction'), 'confirm-registration', { token }),
      paragraph(t('mail.confirmExpiry')),
      paragraph(t('mail.confirmIgnore')),
    ],
  };
}

/** The account may have no password here, so a link for a new one would never come. */
function writeTaken({ t, operator, paragraph, action }: MailWriter, hasProvider: boolean): MailWording {
  return {
    subject: t('mail.takenSubject'),
    blocks: [
      paragraph(t('mail.takenIntro', { operator })),
      action(t('mail.takenAction'), 'login', {}),
      paragraph(t('mail.takenForgotten')),
      ...(hasProvider ? [paragraph(t('mail.takenProvider'))] : []),
      paragraph(t('mail.takenIgnore')),
    ],
  };
}
