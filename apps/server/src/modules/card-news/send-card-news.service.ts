import { turnOffCardNewsByMailbox } from '@tapfolio/contracts/card-news.ts';
import { formatMoney } from '@tapfolio/domain/money.ts';
import { languageWith } from '@tapfolio/domain/operator-texts.ts';
import { formatShortDay } from '@tapfolio/locales/formats.ts';
import { type Mail, type MailGateway, MailNotTaken } from '../../gateways/mail.ts';
import type { Using } from '../../plugins/context.ts';
import type { MailPayload } from '../../queue/catalogue.ts';
import type { MailBlock } from '../mails/mail-template.ts';
import { composeMail, type MailWording, type MailWriter } from '../mails/mails.service.ts';
import { offToken } from './off-token.ts';
import { type CardNews, giveBack, takeCardNews } from './take-card-news.service.ts';

type Asked = Extract<MailPayload, { mail: 'card-news' }>;

/**
 * Tells a passenger by mail what is new about a card. What it tells is taken before it is sent, so no second mail tells it, also if the worker is
 * killed at that moment, and also if the mail server got the mail and did not say that it took it. If the mail server does not take the mail, it is
 * given back, and a later try looks again at what is true then.
 */
export async function sendCardNews(
  context: Using<'pool' | 'config' | 'keys'>,
  gateway: Pick<MailGateway, 'send'>,
  asked: Asked,
): Promise<void> {
  const news = await takeCardNews(context, asked);
  if (news === undefined) return;
  try {
    await gateway.send(await writeCardNews(context, asked.id, news));
  } catch (error) {
    const isPerhapsTaken = error instanceof MailNotTaken && error.because === 'unconfirmed';
    if (!isPerhapsTaken) await giveBack(context.pool, news);
    throw error;
  }
}

async function writeCardNews(context: Using<'config' | 'keys'>, id: string, news: CardNews): Promise<Mail> {
  const { to, language, card } = news;
  const token = offToken(context, { passengerId: card.passengerId, kind: news.kind });
  const write = (writer: MailWriter): MailWording => {
    const { subject, blocks } = news.kind === 'refused' ? writeRefused(writer, news) : writeAccepted(writer, news);
    return { subject, blocks: [...blocks, ...writeEnd(writer, token)] };
  };
  const unsubscribeUrl = new URL(turnOffCardNewsByMailbox.path, context.config.publicUrl);
  unsubscribeUrl.search = new URLSearchParams({
    token,
    language: languageWith(language, context.config.languages.deployed),
  }).toString();
  return await composeMail(context.config, {
    kind: 'card-news',
    id,
    to,
    language,
    unsubscribeUrl: unsubscribeUrl.href,
    write,
  });
}

/** Why the mail came, and how to get no more of its kind. */
function writeEnd({ t, operator, paragraph, link }: MailWriter, token: string): MailBlock[] {
  return [paragraph(t('mail.cardNewsWhy', { operator })), link(t('mail.cardNewsOff'), 'stop-emails', { token })];
}

function writeRefused(
  { t, locale, paragraph, cardAction }: MailWriter,
  { card: { name: card, cardId }, fares }: Extract<CardNews, { kind: 'refused' }>,
): MailWording {
  const owed = fares.map(({ due_minor: amountMinor, currency, service_day: day }) =>
    t('mail.cardRefusedFare', {
      amount: formatMoney({ amountMinor, currency }, locale),
      date: formatShortDay(day, locale),
      card,
    }),
  );
  return {
    subject: t('mail.cardRefusedSubject', { card }),
    blocks: [
      ...owed.map(paragraph),
      paragraph(t('mail.cardRefusedUntil', { count: owed.length })),
      cardAction(t('mail.cardRefusedAction'), cardId),
    ],
  };
}

function writeAccepted(
  { t, paragraph, cardAction }: MailWriter,
  { card: { name: card, cardId } }: CardNews,
): MailWording {
  return {
    subject: t('mail.cardAcceptedSubject', { card }),
    blocks: [paragraph(t('mail.cardAcceptedIntro', { card })), cardAction(t('mail.cardAcceptedAction'), cardId)],
  };
}
