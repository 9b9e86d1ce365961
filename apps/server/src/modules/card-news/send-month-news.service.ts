import { formatMoney, type Money } from '@tapfolio/domain/money.ts';
import { serviceDayOf } from '@tapfolio/domain/service-day.ts';
import { formatMonth, formatShortDay } from '@tapfolio/locales/formats.ts';
import { homeOperator } from '../../config/home-operator.ts';
import type { Mail, MailGateway } from '../../gateways/mail.ts';
import type { Using } from '../../plugins/context.ts';
import type { MailPayload } from '../../queue/catalogue.ts';
import type { MailBlock } from '../mails/mail-template.ts';
import { findRecipient, type MailWording, type MailWriter } from '../mails/mails.service.ts';
import { statementPrefix } from '../payments/payments.service.ts';
import { monthBefore, monthScreens } from './ask-for-months.service.ts';
import * as months from './month-news.queries.ts';
import { composeNews, sendOnce } from './news-mail.ts';
import { type CardInMonth, readMonth, type ToldMonth } from './read-month.service.ts';
import { isNewsOffered } from './take-card-news.service.ts';

type Asked = Extract<MailPayload, { mail: 'month-news' }>;

/**
 * Tells a passenger by mail what the cards did in a month, once. Nothing is sent if the passenger does not want it any more, if there was no trip,
 * or if the next month is over too.
 */
export async function sendMonthNews(
  context: Using<'pool' | 'config' | 'keys' | 'clock'>,
  gateway: Pick<MailGateway, 'send'>,
  { id, passengerId, month }: Asked,
): Promise<void> {
  const { pool, config, clock } = context;
  const today = serviceDayOf(clock.now(), homeOperator(config.operators));
  if (!isNewsOffered(config, ...monthScreens) || month !== monthBefore(today)) return;
  const key = { passengerId, month: `${month}-01` };
  const recipient = await findRecipient(pool, passengerId);
  if (recipient === undefined || (await months.findWanted(pool, key)).length === 0) return;
  const told = await readMonth(context, passengerId, month);
  if (told === undefined || (await months.noteTold(pool, key)).length === 0) return;
  const prefix = statementPrefix(config.statementReference);
  const mail: Mail = await composeNews(context, {
    ...{ kind: 'month-news', id, ...recipient, off: 'month', passengerId },
    write: (writer) => writeMonth(writer, { month, told, prefix }),
  });
  await sendOnce(gateway, mail, () => months.forgetTold(pool, key));
}

function writeMonth(
  writer: MailWriter,
  { month: day, told, prefix }: { month: string; told: ToldMonth; prefix: string },
): MailWording {
  const { t, locale, operator, paragraph, periodAction } = writer;
  const month = formatMonth(day, locale);
  return {
    subject: t('mail.monthSubject', { month }),
    blocks: [
      paragraph(t('mail.monthIntro', { month, operator })),
      ...told.cards.flatMap((card) => writeCard(writer, card, prefix)),
      paragraph(t('mail.monthLate')),
      periodAction(t('mail.monthAction'), told),
    ],
  };
}

function writeCard({ t, locale }: MailWriter, card: CardInMonth, prefix: string): MailBlock[] {
  const each = (moneys: readonly Money[], write: (amount: string) => string) =>
    moneys.map((money) => write(formatMoney(money, locale)));
  const facts = [
    t('mail.monthTrips', { count: card.trips }),
    ...each(card.charged, (amount) => t('mail.monthCharged', { amount })),
    ...each(card.refunded, (amount) => t('mail.monthRefunded', { amount })),
    ...each(card.unpaid, (amount) => t('mail.monthUnpaid', { amount })),
  ];
  const lines = card.lines.map(
    ({ day, srid, amount }) => `${formatShortDay(day, locale)} · ${prefix}${srid} · ${formatMoney(amount, locale)}`,
  );
  const further = card.furtherLines > 0 ? [t('mail.monthFurther', { count: card.furtherLines })] : [];
  return [
    { kind: 'heading', text: card.name },
    { kind: 'list', items: facts },
    ...(lines.length === 0
      ? []
      : [
          { kind: 'paragraph' as const, text: t('mail.monthStatement') },
          { kind: 'list' as const, items: [...lines, ...further] },
        ]),
  ];
}
