import { formatMoney } from '@tapfolio/domain/money.ts';
import { refundReasonOf } from '@tapfolio/domain/refund-reasons.ts';
import { formatShortDay } from '@tapfolio/locales/formats.ts';
import type { Mail, MailGateway } from '../../gateways/mail.ts';
import type { Using } from '../../plugins/context.ts';
import type { MailPayload } from '../../queue/catalogue.ts';
import type { MailBlock } from '../mails/mail-template.ts';
import type { MailWording, MailWriter } from '../mails/mails.service.ts';
import { statementPrefix } from '../payments/payments.service.ts';
import { composeNews, sendOnce } from './news-mail.ts';
import { isNewsOffered } from './take-card-news.service.ts';
import { type GivenRefund, giveBackRefunds, type RefundNews, takeRefundNews } from './take-refund-news.service.ts';

type Asked = Extract<MailPayload, { mail: 'refund-news' }>;

/** Tells a passenger by mail which money came back to a card, and in another mail which refunds did not last: each once. */
export async function sendRefundNews(
  context: Using<'pool' | 'config' | 'keys' | 'clock'>,
  gateway: Pick<MailGateway, 'send'>,
  { id, passengerId, mediumId }: Asked,
): Promise<void> {
  for (const kind of ['given', 'undone'] as const) {
    const news = await takeRefundNews(context, { passengerId, mediumId, kind });
    if (news === undefined) continue;
    const mail = await writeRefundNews(context, id, news);
    await sendOnce(gateway, mail, () => giveBackRefunds(context.pool, news));
  }
}

async function writeRefundNews(context: Using<'config' | 'keys'>, id: string, news: RefundNews): Promise<Mail> {
  const { to, language, card, kind } = news;
  const prefix = statementPrefix(context.config.statementReference);
  const hasPayments = isNewsOffered(context.config, 'card-payments-history-table');
  return await composeNews(context, {
    ...{ kind: 'refund-news', id: `${id}.${kind}`, to, language, off: 'refunded', passengerId: card.passengerId },
    write: (writer) =>
      news.kind === 'given' ? writeGiven(writer, news, { prefix, hasPayments }) : writeUndone(writer, news),
  });
}

function writeGiven(
  writer: MailWriter,
  { card: { name: card, cardId }, refunds }: Extract<RefundNews, { kind: 'given' }>,
  { prefix, hasPayments }: { prefix: string; hasPayments: boolean },
): MailWording {
  const { t, paragraph, paymentAction, cardAction } = writer;
  const payments = new Set(refunds.flatMap(({ of }) => of?.id ?? []));
  const [paymentId] = payments.size === 1 ? payments : [];
  return {
    subject: t('mail.moneyBackSubject', { card }),
    blocks: [
      ...refunds.map((refund) => writeRefund(writer, { refund, card, prefix })),
      paragraph(t('mail.moneyBackWait')),
      hasPayments
        ? paymentAction(t('mail.moneyBackAction'), { cardId, paymentId })
        : cardAction(t('mail.refundUndoneAction'), cardId),
    ],
  };
}

function writeRefund(
  { t, locale, paragraph }: MailWriter,
  { refund: { amount, of, reason, srid }, card, prefix }: { refund: GivenRefund; card: string; prefix: string },
): MailBlock {
  const given = { amount: formatMoney(amount, locale), card };
  const known = reason === null ? undefined : refundReasonOf(reason);
  const sentences = [
    of === null
      ? t('mail.moneyBack', given)
      : t('mail.moneyBackOf', { ...given, date: formatShortDay(of.serviceDay, locale) }),
    ...(known === undefined || known === 'other'
      ? []
      : [t('mail.moneyBackReason', { reason: t(`mail.refundReason_${known}`) })]),
    ...(srid === null ? [] : [t('mail.moneyBackStatement', { reference: `${prefix}${srid}` })]),
  ];
  return paragraph(sentences.join(' '));
}

function writeUndone(
  { t, locale, operator, day, paragraph, cardAction }: MailWriter,
  { card: { name: card, cardId }, refunds }: Extract<RefundNews, { kind: 'undone' }>,
): MailWording {
  const told = refunds.map(({ amount, givenAt, isReturned }) => {
    const refund = { amount: formatMoney(amount, locale), date: day(givenAt), card };
    return paragraph(
      isReturned ? t('mail.refundUndoneReturned', refund) : t('mail.refundUndoneWithdrawn', { ...refund, operator }),
    );
  });
  return {
    subject: t('mail.refundUndoneSubject', { card }),
    blocks: [...told, paragraph(t('mail.refundUndoneNext')), cardAction(t('mail.refundUndoneAction'), cardId)],
  };
}
