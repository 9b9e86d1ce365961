-- The system of a partner lists the questions to its operator by their state. By the state alone it would read those of all operators.
create index questions__operator_code on questions (operator_code, state, state_at, question_id);
