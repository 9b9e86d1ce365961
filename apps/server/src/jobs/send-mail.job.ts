import type { Mail, MailGateway } from '../gateways/mail.ts';
import { writeRegistrationMail } from '../modules/registrations/registration-mails.ts';
import type { AppContext } from '../plugins/context.ts';
import { jobPayloads, type MailKind } from './catalogue.ts';

type Writer = (context: AppContext, id: string) => Promise<Mail | undefined>;

const writers: Readonly<Record<MailKind, Writer>> = {
  registration: writeRegistrationMail,
};

/**
 * Sends one mail, written now from the row it is about; does nothing when that row is gone. Run twice it sends the same
 * message id twice. After the last attempt the job stays in the queue as failed, where the operator sees it.
 */
export async function sendMail(context: AppContext, gateway: MailGateway, payload: unknown): Promise<void> {
  const { mail: kind, id } = jobPayloads['send-mail'].parse(payload);
  const mail = await writers[kind](context, id);
  if (mail !== undefined) await gateway.send(mail);
}
