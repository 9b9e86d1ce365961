import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TripSummary } from '@tapfolio/contracts/trips.ts';
import { useState } from 'react';
import { type LazyText, useT } from '../../../lib/i18n.ts';
import { refusalFrom } from '../../../lib/refusal.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { placesText } from '../../../passenger/trip-places.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { CheckboxGroup } from '../../../ui/checkbox-group.tsx';
import { CancelButton, Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useForm } from '../../../ui/use-form.ts';
import type { workTripsQuery } from '../api/list-work-trips.ts';
import { markWorkTrips } from '../api/mark-work-trips.ts';

export type ChoiceProps = {
  cardId: number;
  /** The trips of the page. */
  trips: readonly TripSummary[];
  /** Which of them are for work. */
  query: ReturnType<typeof workTripsQuery>;
};

type Props = ChoiceProps & { isOpen: boolean; onClose: () => void };

export function WorkTripsDialog({ cardId, trips, query: options, isOpen, onClose }: Props) {
  const t = useT();
  const query = useQuery(options);
  return (
    <Dialog title={t('work.choose')} isOpen={isOpen} onClose={onClose}>
      <p>{t('work.intro')}</p>
      <Loaded query={query} lines={6}>
        {({ tripIds }) => <WorkTripsForm cardId={cardId} trips={trips} known={tripIds} onDone={onClose} />}
      </Loaded>
    </Dialog>
  );
}

const movedText: LazyText = (t) => t('work.moved');

type FormProps = {
  cardId: number;
  trips: readonly TripSummary[];
  /** The trips that are for work as far as the server has said. */
  known: readonly string[];
  onDone: () => void;
};

/** A box for each trip. Only what differs from the boxes at the beginning is sent: another tab may have changed other trips since. */
function WorkTripsForm({ cardId, trips, known, onDone }: FormProps) {
  const t = useT();
  const formats = useFormats();
  const queries = useQueryClient();
  const [before] = useState(() => new Set(known));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(before);
  const form = useForm({
    check: () => ({
      value: {
        forWork: trips.filter(({ id }) => ticked.has(id) && !before.has(id)),
        notForWork: trips.filter(({ id }) => before.has(id) && !ticked.has(id)),
      },
    }),
    send: async (change) => {
      if (change.forWork.length + change.notForWork.length > 0) await markWorkTrips(queries, { cardId, ...change });
      onDone();
    },
    refusal: (error) =>
      refusalFrom(error, {
        form: ['NWA0037'],
        words: { NWA0037: movedText },
        title: (now) => now('work.failed'),
      }),
  });
  const tick = (id: string, isTicked: boolean): void =>
    setTicked((now) => new Set(isTicked ? [...now, id] : [...now].filter((one) => one !== id)));
  return (
    <Form state={form} alertTitle={t('work.failed')}>
      <Row>
        <Button variant="quiet" onClick={() => setTicked(new Set(trips.map(({ id }) => id)))}>
          {t('work.tickAll')}
        </Button>
        <Button variant="quiet" onClick={() => setTicked(new Set())}>
          {t('work.tickNone')}
        </Button>
      </Row>
      <CheckboxGroup label={t('work.forWork')} error={undefined}>
        {trips.map((trip) => (
          <Checkbox
            key={trip.id}
            name={`trip-${trip.id}`}
            checked={ticked.has(trip.id)}
            error={undefined}
            onChange={({ currentTarget }) => tick(trip.id, currentTarget.checked)}
            label={`${formats.dateTime(trip.startedAt, trip.timeZone)} · ${placesText(trip, t)} · ${formats.money(trip.fare)}`}
          />
        ))}
      </CheckboxGroup>
      <FormActions>
        <CancelButton />
        <Button type="submit" variant="primary" isBusy={form.isPending}>
          {t('common.save')}
        </Button>
      </FormActions>
    </Form>
  );
}
