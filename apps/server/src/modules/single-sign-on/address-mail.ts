import type { Mail } from '../../gateways/mail.ts';
import type { Using } from '../../plugins/context.ts';
import { unsealRecipient } from '../mails/last-mails.ts';
import { composeMail, type MailWriter } from '../mails/mails.service.ts';

/** Tells the former address that the provider has given another one, so that its owner notices when a stranger did it. */
export async function writeAddressMail(
  context: Using<'config' | 'keys'>,
  id: string,
  recipient: string,
): Promise<Mail> {
  const { to, language } = unsealRecipient(context, recipient);
  const write = ({ t, operator, paragraph }: MailWriter) => ({
    subject: t('mail.addressSubject'),
    blocks: [paragraph(t('mail.addressIntro', { operator })), paragraph(t('mail.addressNotYou'))],
  });
  return await composeMail(context.config, { kind: 'address-changed', id, to, language, write });
}
