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

/** How mails leave. */
export interface MailGateway {
  /** Hands the mail over. @throws when the mail server did not take it; it may then be sent again. */
  send(mail: Mail): Promise<void>;
  close(): void;
}
