import type { BankAnswer } from '../../gateways/bank.ts';
import { statement } from '../../lib/sql.ts';
import { jsonb, text, uuid } from '../../lib/sql-types.ts';

/** Writes down an event of the bank; no row when this event came before. */
export const insertBankEvent = statement({
  name: 'bankEvents.insert',
  values: { mediumId: uuid, eventId: text, reference: uuid, answer: jsonb<BankAnswer>() },
  row: { event_id: text },
  text: `insert into bank_events (medium_id, event_id, reference, answer, received_at)
  values ($mediumId, $eventId, $reference, $answer, now())
  on conflict (medium_id, event_id) do nothing
  returning event_id`,
});

export const findBankEvent = statement({
  name: 'bankEvents.find',
  values: { mediumId: uuid, eventId: text },
  row: { reference: uuid, answer: jsonb<BankAnswer>() },
  text: `select reference, answer
  from bank_events
  where medium_id = $mediumId and event_id = $eventId and obeyed_at is null`,
});

export const markApplied = statement({
  name: 'bankEvents.markApplied',
  values: { mediumId: uuid, eventId: text },
  text: `update bank_events
  set obeyed_at = now()
  where medium_id = $mediumId and event_id = $eventId and obeyed_at is null`,
});

/** Events whose job was lost. Reads all media. */
export const listUnapplied = statement({
  name: 'bankEvents.listUnapplied',
  row: { medium_id: uuid, event_id: text },
  text: `select medium_id, event_id
  from bank_events
  where obeyed_at is null and received_at < now() - interval '30 seconds'
  order by received_at
  limit 500`,
});

export const deleteOld = statement({
  name: 'bankEvents.deleteOld',
  text: `delete from bank_events where received_at < now() - interval '30 days' and obeyed_at is not null`,
});
