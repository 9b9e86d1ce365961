import type { Mail } from '../../gateways/mail.ts';
import type { Using } from '../../plugins/context.ts';
import type { MailPayload } from '../../queue/catalogue.ts';
import { composeMail, findRecipient, type MailWriter } from '../mails/mails.service.ts';
import { findAnswered } from './question-mails.queries.ts';

/**
 * The mail that says that a question was answered, and nothing of the question or the answer. Undefined when the question is gone, or its
 * passenger has written again since and so has seen the answer; or when the account is not open.
 */
export async function writeAnsweredMail(
  { pool, config }: Using<'pool' | 'config'>,
  { mail, id, passengerId, questionId }: Extract<MailPayload, { mail: 'question-answered' }>,
): Promise<Mail | undefined> {
  const [question] = await findAnswered(pool, { passengerId, questionId });
  const recipient = await findRecipient(pool, passengerId);
  if (question === undefined || recipient === undefined) return undefined;
  const { number, operator_code: code } = question;
  const partner = config.operators.find((one) => one.code === code && !one.home);
  const write = ({ t, operator, paragraph, questionAction }: MailWriter) => ({
    subject: t('mail.answeredSubject', { number }),
    unbroken: number,
    blocks: [
      paragraph(t('mail.answeredIntro', { operator: partner?.name ?? operator, number })),
      questionAction(t('mail.answeredAction'), number),
    ],
  });
  return await composeMail(config, { kind: mail, id, ...recipient, write });
}
