import type { PaymentDetail, RelatedTrip } from '@tapfolio/contracts/payments.ts';
import { type StoryLine, storyOf } from '@tapfolio/domain/payment-story.ts';
import type { ReactNode } from 'react';
import { type T, useT } from '../../../lib/i18n.ts';
import { type Formats, useFormats } from '../../../lib/use-formats.ts';
import { Delivered } from '../../../passenger/delivered.tsx';
import { Quiet, Stack } from '../../../ui/layout.tsx';
import style from './payment-details.module.css';
import { StoryTrip } from './story-trip.tsx';

type Line = StoryLine<RelatedTrip>;

type Props = {
  cardId: number;
  payment: PaymentDetail;
  /** Of its heading, which takes the focus of who asks for this explanation. */
  headingId: string;
};

const labels = {
  recovered: 'payments.charge_debt_recovery',
  converted: 'payments.storyConverted',
  notFinal: 'payments.storyNotFinal',
  credited: 'payments.storyCredited',
  unexplained: 'payments.storyUnexplained',
  total: 'payments.storyTotal',
  paid: 'payments.storyPaid',
  previouslyPaid: 'payments.storyPreviouslyPaid',
  difference: 'payments.storyDifference',
  overpaid: 'payments.storyOverpaid',
  toCome: 'payments.storyToCome',
  unpaid: 'payments.storyUnpaid',
  writtenOff: 'payments.storyWrittenOff',
  net: 'payments.storyNet',
} as const;

/** "Why this amount?": each trip with its reason, then the payment as a sum (HIST-05). */
export function WhyThisAmount({ cardId, payment, headingId }: Props) {
  const t = useT();
  const formats = useFormats();
  const { lines, saved } = storyOf(payment);
  const isOneDay = payment.trips.every(({ serviceDay }) => serviceDay === payment.serviceDay);
  return (
    <Stack as="section" gap={2}>
      <h3 id={headingId} tabIndex={-1}>
        {t('payments.whyHeading')}
      </h3>
      {payment.reason === 'trip' && payment.trips.length === 0 && <Quiet>{t('payments.tripsNone')}</Quiet>}
      <dl className={style.sum} aria-labelledby={headingId}>
        {Object.entries(lines).map(([place, line]) => (
          <div key={place} className={classOf(line)}>
            <dt>
              {line.kind === 'trip' ? (
                <StoryTrip cardId={cardId} line={line} isOneDay={isOneDay} />
              ) : (
                labelOf(line, payment, t, formats)
              )}
            </dt>
            <dd>{formats.money(line.amount)}</dd>
          </div>
        ))}
        {saved && (
          <div className={style.saved}>
            <dt>
              {t(saved.isAtLeast ? 'payments.storySavedAtLeast' : 'payments.storySaved')}
              <br />
              <Quiet as="span">{t('payments.storySavedNote')}</Quiet>
            </dt>
            <dd>{formats.money(saved.amount)}</dd>
          </div>
        )}
      </dl>
      {lines.some(({ kind }) => kind === 'unexplained' || kind === 'overpaid') && (
        <Quiet>{t('payments.storyUnexplainedHelp')}</Quiet>
      )}
    </Stack>
  );
}

function labelOf(
  line: Exclude<Line, { kind: 'trip' }>,
  { timeZone }: PaymentDetail,
  t: T,
  formats: Formats,
): ReactNode {
  switch (line.kind) {
    case 'product':
      return <Delivered>{line.name}</Delivered>;
    case 'reduced':
      return t(`trips.fareReason_${line.code}`);
    case 'refunded':
      return line.at
        ? t('payments.storyRefundedOn', { date: formats.date(line.at, timeZone) })
        : t('payments.storyRefunded');
    default:
      return t(labels[line.kind]);
  }
}

function classOf({ kind }: Line): string | undefined {
  if (kind === 'unpaid') return style.unpaid;
  return kind === 'total' || kind === 'net' ? style.strong : undefined;
}
