import type { Question } from '@tapfolio/contracts/questions.ts';
import { useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { notify, notifyChange } from '../../../lib/notices.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { refusalFrom } from '../../../lib/refusal.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { useWrite } from '../api/write.ts';
import { forgetDraft } from '../drafts.ts';
import { writeCheck } from '../question-check.ts';
import { isGone } from '../refusals.ts';
import { MessageField } from './message-field.tsx';

type Props = {
  question: Question;
  /** Until when the passenger may write after an answer. */
  until: string;
};

/** Adds something to an open question; after an answer, asks again. */
export function WriteForm({ question, until }: Props) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePortalConfig();
  const write = useWrite(question);
  const { id, number, state } = question;
  const [sent, setSent] = useState(0);
  const form = useForm({
    check: writeCheck,
    send: async ({ text }) => {
      await write.mutateAsync(text);
      forgetDraft(id);
      setSent((count) => count + 1);
      notifyChange((now) => now('questions.written', { number }), { unbroken: number });
    },
    refusal: (error) => {
      if (isGone(error)) {
        notify({ type: 'warning', title: (now) => now('questions.gone', { number }), unbroken: number });
        return {};
      }
      return refusalFrom(error, {
        fields: { text: ['question_text_has_card_number'] },
        form: [
          ...(['question_closed', 'question_already_open', 'too_many_questions'] as const),
          ...(['unavailable', 'too_many_requests'] as const),
        ],
        title: (now) => now('questions.writeFailed'),
      });
    },
  });
  const isOpen = state === 'open';
  return (
    <Form state={form} alertTitle={t('questions.writeFailed')}>
      <MessageField
        key={sent}
        form={form}
        label={t(isOpen ? 'questions.addLabel' : 'questions.writeLabel')}
        help={isOpen ? t('questions.addHelp') : t('questions.writeHelp', { date: formats.date(until, timeZone) })}
        draftId={id}
      />
      <FormActions>
        <Button type="submit" variant="primary" isBusy={form.isPending}>
          {t(form.isPending ? 'questions.sending' : 'questions.writeSend')}
        </Button>
      </FormActions>
    </Form>
  );
}
