import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import { useId } from 'react';
import { type T, useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { type StoryLine, storyOf } from '../payment-story.ts';
import style from './payment-details.module.css';

const labels = {
  less: 'payments.storyLess',
  more: 'payments.storyMore',
  total: 'payments.storyTotal',
  previouslyPaid: 'payments.storyPreviouslyPaid',
  difference: 'payments.storyDifference',
  toCome: 'payments.storyToCome',
  unpaid: 'payments.storyUnpaid',
  refunded: 'payments.storyRefunded',
  net: 'payments.storyNet',
} as const;

/** "Why this amount?": the payment as a sum that comes out. */
export function PaymentStory({ payment }: { payment: PaymentDetail }) {
  const t = useT();
  const formats = useFormats();
  const headingId = useId();
  return (
    <section className={style.part}>
      <h3 id={headingId}>{t('payments.whyHeading')}</h3>
      <dl className={style.sum} aria-labelledby={headingId}>
        {storyOf(payment).map((line) => (
          <div key={line.kind === 'product' ? line.id : line.kind} className={classOf(line)}>
            <dt>{labelOf(line, t)}</dt>
            <dd>{formats.money(line.amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function labelOf(line: StoryLine, t: T): string {
  if (line.kind === 'trips') return t('payments.storyTrips', { count: line.count });
  return line.kind === 'product' ? line.name : t(labels[line.kind]);
}

function classOf({ kind }: StoryLine): string | undefined {
  if (kind === 'unpaid') return style.unpaid;
  return kind === 'total' || kind === 'net' ? style.strong : undefined;
}
