import { formatMoney } from '@tapfolio/domain/money.ts';
import { formatShortDay } from '@tapfolio/locales/formats.ts';
import type { Mail, MailGateway } from '../../gateways/mail.ts';
import type { Using } from '../../plugins/context.ts';
import type { MailPayload } from '../../queue/catalogue.ts';
import type { MailWording, MailWriter } from '../mails/mails.service.ts';
import { composeNews, sendOnce } from './news-mail.ts';
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
  const mail = await writeCardNews(context, asked.id, news);
  await sendOnce(gateway, mail, () => giveBack(context.pool, news));
}

async function writeCardNews(context: Using<'config' | 'keys'>, id: string, news: CardNews): Promise<Mail> {
  const { to, language, card, kind: off } = news;
  return await composeNews(context, {
    ...{ kind: 'card-news', id, to, language, off, passengerId: card.passengerId },
    write: (writer) => (news.kind === 'refused' ? writeRefused(writer, news) : writeAccepted(writer, news)),
  });
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
