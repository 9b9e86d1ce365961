import { isLocale, type Locale } from '@tapfolio/domain/locale.ts';
import { z } from 'zod';
import type { Mail } from '../../gateways/mail.ts';
import { seal, unseal } from '../../lib/sealing.ts';
import type { Using } from '../../plugins/context.ts';
import { composeMail, type MailWriter } from '../mails/mails.service.ts';

const recipientShape = z.strictObject({ to: z.string(), language: z.custom<Locale>(isLocale) });

/** Where the last mail goes, unreadable in the queue; it leaves the queue with the job. */
export function sealRecipient({ keys }: Using<'keys'>, to: string, language: Locale): string {
  return seal(keys.lastMails, JSON.stringify({ to, language }));
}

/** Says that the account is closed, to the address that no table knows any more. */
export async function writeClosedMail(context: Using<'config' | 'keys'>, id: string, recipient: string): Promise<Mail> {
  const { to, language } = recipientShape.parse(JSON.parse(unseal(context.keys.lastMails, recipient)));
  const write = ({ t, operator, paragraph }: MailWriter) => ({
    subject: t('mail.closedSubject'),
    blocks: [
      paragraph(t('mail.closedIntro', { operator })),
      paragraph(t('mail.closedKept')),
      paragraph(t('mail.closedNotYou')),
    ],
  });
  return await composeMail(context.config, { kind: 'account-closed', id, to, language, write });
}
