import type { Email } from 'postal-mime';

/** A mail that reached the demo's mailbox. */
export interface ReceivedMail {
  id: number;
  to: string[];
  mail: Email;
}
