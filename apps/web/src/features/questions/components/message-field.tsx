import { maxQuestionText } from '@tapfolio/domain/questions.ts';
import { type ReactNode, useId, useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { TextArea } from '../../../ui/text-area.tsx';
import type { FormState } from '../../../ui/use-form.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { draftOf, keepDraft } from '../drafts.ts';
import { asKept } from '../question-check.ts';

type Props = {
  form: FormState;
  label: ReactNode;
  help: ReactNode;
  /** Under which the text is kept until it is sent. */
  draftId: string;
};

/** So few characters are left that a screen reader says it. */
const fewCharacters = 100;
const pauseMs = 1500;

/** The text of a question. How much of it is written stands below; a screen reader says it in a pause, and only near the end. */
export function MessageField({ form, label, help, draftId }: Props) {
  const t = useT();
  const noteId = useId();
  const [typed, setTyped] = useState(() => draftOf(draftId).text);
  const count = asKept(typed).length;
  const left = maxQuestionText - count;
  const said = useSettled(left > fewCharacters ? undefined : left, pauseMs);
  return (
    <div>
      <TextArea
        {...form.field('text')}
        label={label}
        help={help}
        dir="auto"
        value={typed}
        onChange={({ target: { value } }) => {
          setTyped(value);
          keepDraft(draftId, { text: value });
        }}
        note={{ id: noteId, text: t('questions.counted', { count, most: maxQuestionText }) }}
      />
      <VisuallyHidden role="status">
        {said !== undefined &&
          (said < 0 ? t('questions.tooLong', { over: -said }) : t('questions.countLeft', { left: said }))}
      </VisuallyHidden>
    </div>
  );
}
