import type { Mail, MailGateway } from '../gateways/mail.ts';
import { writeClaimMail, writeDroppedClaimMail } from '../modules/card-claims/card-claim-mails.ts';
import { writeChangedMail, writeResetMail } from '../modules/passwords/password-mails.ts';
import { writeClosedMail } from '../modules/privacy/close-account.service.ts';
import { writeRegistrationMail } from '../modules/registrations/registration-mails.ts';
import { writeCodeMail, writeFactorMail } from '../modules/second-factors/second-factor-mails.ts';
import { writeAddressMail } from '../modules/single-sign-on/address-mail.ts';
import type { Using } from '../plugins/context.ts';
import { jobPayloads, type MailPayload } from '../queue/catalogue.ts';

/**
 * Sends one mail, written now from the row it is about; does nothing when that row is gone. Run twice it sends the same
 * message id twice. After the last attempt the job stays in the queue as failed, where an administrator sees it.
 */
export async function sendMail(
  context: Using<'pool' | 'config' | 'keys'>,
  gateway: MailGateway,
  payload: unknown,
): Promise<void> {
  const mail = await write(context, jobPayloads['send-mail'].parse(payload));
  if (mail !== undefined) await gateway.send(mail);
}

function write(context: Using<'pool' | 'config' | 'keys'>, payload: MailPayload): Promise<Mail | undefined> {
  switch (payload.mail) {
    case 'registration':
      return writeRegistrationMail(context, payload.id);
    case 'password-reset':
      return writeResetMail(context, payload.id);
    case 'password-changed':
      return writeChangedMail(context, payload);
    case 'sign-in-code':
      return writeCodeMail(context, payload.id);
    case 'passkey-added':
    case 'passkey-removed':
    case 'mail-code-on':
    case 'mail-code-off':
      return writeFactorMail(context, payload);
    case 'card-claim-asked':
    case 'card-claim-withdrawn':
    case 'card-claim-objected':
    case 'card-claim-granted':
    case 'card-claim-moved':
    case 'card-claim-lapsed':
    case 'card-claim-void':
      return writeClaimMail(context, payload.id, payload.mail);
    case 'card-claim-dropped':
      return writeDroppedClaimMail(context, payload);
    case 'address-changed':
      return writeAddressMail(context, payload.id, payload.recipient);
    case 'account-closed':
      return writeClosedMail(context, payload.id, payload.recipient);
  }
}
