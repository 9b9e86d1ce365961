import { holdsCardNumber } from '@tapfolio/domain/card-number-in-text.ts';
import { maxQuestionText, type QuestionReason, questionReasons } from '@tapfolio/domain/questions.ts';
import { plainBreaks, writtenText } from '@tapfolio/domain/shown-text.ts';
import { checkFields, type Reader } from '../../lib/form-check.ts';

/** The text as the server keeps it. */
export const asKept = (typed: string): string => plainBreaks(typed).trim();

/** What a passenger writes. The number of a card must not even be sent. */
const message: Reader<string> = (typed) => {
  const text = asKept(typed);
  const over = text.length - maxQuestionText;
  if (text === '') return { wrong: (t) => t('validation.required') };
  if (over > 0) return { wrong: (t) => t('questions.tooLong', { over }) };
  if (!writtenText.test(text)) return { wrong: (t) => t('questions.invisible') };
  return holdsCardNumber(text) ? { wrong: (t) => t('errors.question_text_has_card_number') } : { value: text };
};

const reason: Reader<QuestionReason> = (text) => {
  const value = questionReasons.find((one) => one === text);
  return value ? { value } : { wrong: (t) => t('questions.reasonMissing') };
};

/** Checks a new question. */
export const askCheck = checkFields({ reason, text: message });
/** Checks what is added to a question. */
export const writeCheck = checkFields({ text: message });
