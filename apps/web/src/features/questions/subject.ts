import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import type { Question } from '@tapfolio/contracts/questions.ts';
import type { TripDetail } from '@tapfolio/contracts/trips.ts';
import { paymentQuestionReasons, type QuestionReason, tripQuestionReasons } from '@tapfolio/domain/questions.ts';
import { questionReasonOf } from '@tapfolio/domain/trip-doubts.ts';
import type { T } from '../../lib/i18n.ts';
import type { Doubt } from '../../passenger/doubtful-trips.ts';

/** What a passenger asks about, as the details show it. */
export type Subject =
  | {
      readonly kind: 'trip';
      readonly cardId: number;
      readonly trip: TripDetail;
      /** Why it looks wrong. Absent if it does not. */
      readonly doubt?: Doubt | undefined;
    }
  | {
      readonly kind: 'payment';
      readonly cardId: number;
      readonly payment: PaymentDetail;
      /** The heading of the explanation of the amount. */
      readonly whyId: string;
    };

/** The id of the trip or payment. */
export const idOf = (subject: Subject): string => (subject.kind === 'trip' ? subject.trip.id : subject.payment.id);

/** The reason that fits a trip which looks wrong; undefined of one that does not, and of a payment. */
export const likelyReason = (subject: Subject): QuestionReason | undefined =>
  subject.kind === 'trip' && subject.doubt ? questionReasonOf[subject.doubt.doubt] : undefined;

/** The question about it with the newest text, of a list that begins with the newest. */
export function questionAbout(subject: Subject, items: readonly Question[]): Question | undefined {
  const isAbout = ({ subject: { kind, id } }: Question): boolean => kind === subject.kind && id === idOf(subject);
  return items.find((one) => isAbout(one) && one.state === 'open') ?? items.find(isAbout);
}

/** A reason in the passenger's words. One of a later release is called something else. */
export function reasonText(kind: Subject['kind'], reason: QuestionReason, t: T): string {
  const ofTrip = tripQuestionReasons.find((one) => one === reason) ?? 'other';
  const ofPayment = paymentQuestionReasons.find((one) => one === reason) ?? 'other';
  return kind === 'trip' ? t(`questions.tripReason_${ofTrip}`) : t(`questions.paymentReason_${ofPayment}`);
}

export const reasonsFor = (kind: Subject['kind']): readonly QuestionReason[] =>
  kind === 'trip' ? tripQuestionReasons : paymentQuestionReasons;
