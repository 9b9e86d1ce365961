import { personal, type TableDeclaration, table, technical } from './table.ts';

const whose = technical('Whose row it is');

/** What passengers ask, what operators answer, and the other trip that a question names. */
export const questionTables: Readonly<Record<string, TableDeclaration>> = {
  questions: table({
    distribution: 'local',
    rights: {
      // Who locks a row must be able to change it.
      auth: ['select', { update: ['written_at'] }, 'delete'],
      portal: ['select', 'insert', { update: ['state', 'state_at', 'answer_until', 'written_at', 'entry_count'] }],
      worker: [
        {
          select: ['question_id', 'number', 'passenger_id', 'operator_code', 'state', 'written_at'],
          update: ['written_at'],
        },
        'delete',
      ],
    },
    retention: '400 days after the newest text, or until the card is unlinked or the account closed',
    owner: 'passenger_id',
    reachedBy: {
      question_id: 'random; named beside the passenger, by the job, or by the operator, who is not told who asks',
      number: 'a new question only looks whether its number is free',
    },
    onAnonymise: 'delete',
    exportAs: 'questions',
    columns: {
      question_id: personal('Names the question', 'questionId'),
      number: personal('What passenger and operator call the question', 'number'),
      passenger_id: whose,
      card_id: personal('Of which card the trip or the payment is', 'cardId'),
      kind: personal('Whether the question is about a trip or a payment', 'about'),
      subject_id: personal('About which trip or payment', 'subjectId'),
      subject_at: personal('When that began', 'subjectAt'),
      operator_code: personal('Who is asked', 'operator'),
      payment_id: personal('The payment that the operator looks up', 'paymentId'),
      srid: personal('The statement reference that the operator looks up', 'srid'),
      amount_minor: personal('What was to be paid', 'amountMinor'),
      currency: personal('In which currency', 'currency'),
      line: personal('What the line of the trip was called', 'line'),
      reason: personal('Why the passenger asks', 'reason'),
      state: personal('Who has to do something', 'state'),
      asked_at: personal('When the passenger asked', 'askedAt'),
      state_at: personal('Since when it is in this state', 'stateAt'),
      answer_until: personal('Until when the operator wants to answer', 'answerUntil'),
      written_at: personal('When the newest text was written', 'writtenAt'),
      entry_count: technical('Limits the texts'),
    },
  }),
  question_entries: table({
    distribution: 'local',
    rights: { auth: ['select', 'delete'], portal: ['select', 'insert'] },
    retention: 'as long as the question',
    owner: 'passenger_id',
    reachedBy: { question_id: 'of questions that were found before' },
    onAnonymise: 'delete',
    exportAs: 'questionTexts',
    columns: {
      passenger_id: whose,
      question_id: personal('Which question', 'questionId'),
      place: personal('Order', 'place'),
      written_by: personal('Whether the passenger or the operator wrote it', 'writtenBy'),
      written_at: personal('When', 'writtenAt'),
      content: personal('What passenger and operator wrote to each other', 'text'),
      outcome: personal('What the operator did', 'outcome'),
    },
  }),
  question_trips: table({
    distribution: 'local',
    rights: { auth: ['select', 'delete'], portal: ['select', 'insert'] },
    retention: 'as long as the question, or until the card of the trip is unlinked',
    owner: 'passenger_id',
    reachedBy: { question_id: 'of questions that were found before' },
    onAnonymise: 'delete',
    exportAs: 'questionTrips',
    columns: {
      passenger_id: whose,
      question_id: personal('Which question', 'questionId'),
      card_id: personal('Of which card the other trip is', 'cardId'),
      trip_id: personal('The other trip that the question is about', 'tripId'),
      started_at: personal('When that trip began', 'startedAt'),
      payment_id: personal('The payment that the operator looks up', 'paymentId'),
      srid: personal('The statement reference that the operator looks up', 'srid'),
      amount_minor: personal('What that trip cost', 'amountMinor'),
      currency: personal('In which currency', 'currency'),
    },
  }),
};
