import { randomUUID } from 'node:crypto';
import { dayMs } from '@tapfolio/domain/durations.ts';
import type { Pool } from 'pg';
import { buildCard } from './cards.ts';
import { insertRow, nextNumber, type Overrides } from './insert-row.ts';
import { buildPassenger } from './passengers.ts';

interface QuestionRow {
  question_id: string;
  number: string;
  passenger_id: string;
  card_id: number;
  kind: string;
  subject_id: string;
  subject_at: string;
  operator_code: string;
  amount_minor: number;
  currency: string;
  reason: string;
  state: string;
  answer_until: string | null;
}

/** An open question about a trip of a new passenger, unless a passenger is given, with its text. */
export async function buildQuestion(pool: Pool, overrides: Overrides<QuestionRow> = {}): Promise<QuestionRow> {
  const passenger_id = overrides.passenger_id ?? (await buildPassenger(pool)).passenger_id;
  const { card_id } = await buildCard(pool, { passenger_id });
  const question = await insertRow(pool, 'questions', {
    question_id: randomUUID(),
    number: `TST-${nextNumber()}`,
    passenger_id,
    card_id,
    kind: 'trip',
    subject_id: randomUUID(),
    subject_at: '2026-03-01T08:00:00Z',
    operator_code: '1',
    amount_minor: 370,
    currency: 'CAD',
    reason: 'wrong_fare',
    state: 'open',
    answer_until: new Date(Date.now() + dayMs).toISOString(),
    ...overrides,
  });
  const { question_id } = question;
  await insertRow(pool, 'question_entries', {
    ...{ passenger_id, question_id, place: 1 },
    ...{ written_by: 'passenger', content: 'Why so much?' },
  });
  return question;
}
