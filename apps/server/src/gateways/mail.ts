/** The port through which mails leave; `smtp.ts` is the adapter. */

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** BCP-47. */
  readonly language: string;
  /** The same for each attempt at the same mail, so that a mailbox can recognise a repetition. */
  readonly messageId: string;
  /** Where a mailbox provider turns off such mails for its user (RFC 8058); absent for mails that must come. */
  readonly unsubscribeUrl?: string;
}

/**
 * Why a mail was not taken: the mail server is `away`, or takes no mails from us at all; it wants this one `later`; it `refused` this one;
 * or it got all of it and never said whether it took it (`unconfirmed`).
 */
export type NotTakenBecause = 'away' | 'later' | 'refused' | 'unconfirmed';

/** The mail server did not take a mail, or did not say so. */
export class MailNotTaken extends Error {
  readonly because: NotTakenBecause;

  constructor(message: string, because: NotTakenBecause) {
    super(message);
    this.because = because;
  }
}

/** How mails leave. */
export interface MailGateway {
  /** Hands the mail over. @throws `MailNotTaken`; it may then be sent again. */
  send(mail: Mail): Promise<void>;
  close(): void;
}
