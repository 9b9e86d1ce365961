import { turnOffCardNewsByMailbox } from '@tapfolio/contracts/card-news.ts';
import type { NewsKind } from '@tapfolio/domain/card-news.ts';
import { languageWith } from '@tapfolio/domain/operator-texts.ts';
import { type Mail, type MailGateway, MailNotTaken } from '../../gateways/mail.ts';
import type { Using } from '../../plugins/context.ts';
import type { MailBlock } from '../mails/mail-template.ts';
import { composeMail, type MailRequest, type MailWording, type MailWriter } from '../mails/mails.service.ts';
import { offToken } from './off-token.ts';

/** A mail of a kind that its reader can turn off. */
interface NewsRequest extends Omit<MailRequest, 'unsubscribeUrl'> {
  readonly passengerId: string;
  /** What the links in it turn off. */
  readonly off: NewsKind;
}

/** Writes a mail with the links that turn off its kind: one at its end, and one for the mailbox provider. */
export async function composeNews(
  context: Using<'config' | 'keys'>,
  { passengerId, off: kind, write, ...request }: NewsRequest,
): Promise<Mail> {
  const token = offToken(context, { passengerId, kind });
  const unsubscribeUrl = new URL(turnOffCardNewsByMailbox.path, context.config.publicUrl);
  unsubscribeUrl.search = new URLSearchParams({
    token,
    language: languageWith(request.language, context.config.languages.deployed),
  }).toString();
  return await composeMail(context.config, {
    ...request,
    unsubscribeUrl: unsubscribeUrl.href,
    write: (writer): MailWording => {
      const { blocks, ...wording } = write(writer);
      return { ...wording, blocks: [...blocks, ...writeEnd(writer, kind, token)] };
    },
  });
}

/** Why the mail came, and how to get no more of its kind. */
function writeEnd({ t, operator, paragraph, link }: MailWriter, kind: NewsKind, token: string): MailBlock[] {
  return [
    paragraph(t(kind === 'month' ? 'mail.monthWhy' : 'mail.cardNewsWhy', { operator })),
    link(t('mail.cardNewsOff'), 'stop-emails', { token }),
  ];
}

/**
 * Sends a mail whose news were taken before, so that no second mail tells them, also if the worker is killed at that moment. They are given back
 * if the mail server did not take the mail, but not if it got the mail and did not say that it took it.
 */
export async function sendOnce(
  gateway: Pick<MailGateway, 'send'>,
  mail: Mail,
  giveBack: () => Promise<void>,
): Promise<void> {
  try {
    await gateway.send(mail);
  } catch (error) {
    const isPerhapsTaken = error instanceof MailNotTaken && error.because === 'unconfirmed';
    if (!isPerhapsTaken) await giveBack();
    throw error;
  }
}
