import type { ClaimState } from '@tapfolio/domain/claim-states.ts';
import type { Mail } from '../../gateways/mail.ts';
import { isoInstant } from '../../lib/iso-instant.ts';
import type { Using } from '../../plugins/context.ts';
import type { ClaimMail, MailPayload } from '../../queue/catalogue.ts';
import { composeMail, findRecipient, type MailWording, type MailWriter } from '../mails/mails.service.ts';
import { beginWeek, findForMail, findKeptCard } from './decide-claims.queries.ts';

interface CardWords extends MailWriter {
  /** What the reader calls the card. */
  readonly card: string;
}

interface Words extends CardWords {
  /** The day until which the owner may object; once the claim is decided, the day of that. */
  readonly date: string;
}

interface MailRule {
  readonly to: 'owner' | 'claimant';
  /** In another state the mail has nothing to say any more. */
  readonly state: ClaimState;
  write(words: Words): MailWording;
}

/** A claim is over without the owner's doing. The mail does not say why: the reason is the claimant's or the bank's. */
const writeKept = ({ t, card, paragraph }: CardWords): MailWording => ({
  subject: t('mail.claimWithdrawnSubject', { card }),
  blocks: [paragraph(t('mail.claimWithdrawnIntro', { card }))],
});

/** The recipients of each mail, and its text. No mail names the other person. */
const rules: Readonly<Record<ClaimMail, MailRule>> = {
  'card-claim-asked': {
    to: 'owner',
    state: 'open',
    write: ({ t, operator, card, date, paragraph, action }) => ({
      subject: t('mail.claimAskedSubject', { card }),
      blocks: [
        paragraph(t('mail.claimAskedIntro', { operator, card })),
        paragraph(t('mail.claimAskedDate', { date })),
        action(t('mail.claimAskedAction'), 'passenger-area', {}),
        paragraph(t('mail.claimAskedIgnore')),
      ],
    }),
  },
  'card-claim-withdrawn': {
    to: 'owner',
    state: 'withdrawn',
    write: writeKept,
  },
  'card-claim-lapsed': {
    to: 'owner',
    state: 'void',
    write: writeKept,
  },
  'card-claim-objected': {
    to: 'claimant',
    state: 'objected',
    write: ({ t, operator, card, paragraph }) => ({
      subject: t('mail.claimObjectedSubject', { card }),
      blocks: [paragraph(t('mail.claimObjectedIntro', { card })), paragraph(t('mail.claimObjectedNext', { operator }))],
    }),
  },
  'card-claim-granted': {
    to: 'claimant',
    state: 'granted',
    write: ({ t, card, date, paragraph, action }) => ({
      subject: t('mail.claimGrantedSubject', { card }),
      blocks: [
        paragraph(t('mail.claimGrantedIntro', { card, date })),
        action(t('mail.claimGrantedAction'), 'passenger-area', {}),
      ],
    }),
  },
  'card-claim-moved': {
    to: 'owner',
    state: 'granted',
    write: ({ t, operator, card, date, paragraph, action }) => ({
      subject: t('mail.claimMovedSubject', { card }),
      blocks: [
        paragraph(t('mail.claimMovedIntro', { operator, card, date })),
        paragraph(t('mail.claimMovedNext')),
        action(t('mail.claimMovedAction'), 'card-add', {}),
      ],
    }),
  },
  'card-claim-void': {
    to: 'claimant',
    state: 'void',
    write: ({ t, card, paragraph, action }) => ({
      subject: t('mail.claimVoidSubject', { card }),
      blocks: [paragraph(t('mail.claimVoidIntro', { card })), action(t('mail.claimVoidAction'), 'card-add', {})],
    }),
  },
};

/**
 * The mail about a claim. It is about who may see trips, so every account gets it. Undefined when the claim has changed its state
 * since then, or its reader's account is not open. The mail that asks the owner starts the owner's week: it may have waited for the mail server.
 */
export async function writeClaimMail(
  { pool, config }: Using<'pool' | 'config'>,
  claimId: string,
  mail: ClaimMail,
): Promise<Mail | undefined> {
  const { to, state, write } = rules[mail];
  if (mail === 'card-claim-asked') await beginWeek(pool, { claimId });
  const [claim] = await findForMail(pool, { claimId, state });
  const reader = to === 'owner' ? claim?.owner_id : claim?.passenger_id;
  const recipient = reader == null ? undefined : await findRecipient(pool, reader);
  if (claim === undefined || recipient === undefined) return undefined;
  const card = (to === 'owner' ? claim.owner_card_name : null) ?? claim.name;
  const words = (writer: MailWriter) => write({ ...writer, card, date: writer.day(isoInstant(claim.decided_at)) });
  return await composeMail(config, { kind: mail, id: claimId, ...recipient, write: words });
}

/** Tells an owner that a claim has ended with its claimant's account. Undefined when the card, or the account, is not the owner's any more. */
export async function writeDroppedClaimMail(
  { pool, config }: Using<'pool' | 'config'>,
  { mail, id, passengerId, mediumId }: Extract<MailPayload, { mail: 'card-claim-dropped' }>,
): Promise<Mail | undefined> {
  const [card] = await findKeptCard(pool, { passengerId, mediumId });
  const recipient = await findRecipient(pool, passengerId);
  if (card === undefined || recipient === undefined) return undefined;
  return await composeMail(config, {
    kind: mail,
    id,
    ...recipient,
    write: (writer) => writeKept({ ...writer, card: card.name }),
  });
}
