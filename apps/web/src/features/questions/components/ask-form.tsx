import { useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { type Refusal, refusalFrom } from '../../../lib/refusal.ts';
import { samePerson } from '../../../passenger/session.ts';
import { Button } from '../../../ui/button.tsx';
import { CancelButton } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { useAsk } from '../api/ask.ts';
import { draftOf, forgetDraft, keepDraft } from '../drafts.ts';
import { askCheck } from '../question-check.ts';
import { isAskedAlready } from '../refusals.ts';
import { idOf, likelyReason, reasonsFor, reasonText, type Subject } from '../subject.ts';
import { MessageField } from './message-field.tsx';
import { OpenQuestion } from './open-question.tsx';
import { SentAlong } from './sent-along.tsx';

const refusalOf = (error: unknown): Refusal =>
  refusalFrom(error, {
    fields: { text: ['question_text_has_card_number'] },
    form: [
      ...(['question_already_open', 'too_many_questions', 'NWA0037', 'NWA0002', 'TM0108', '0107'] as const),
      ...(['unavailable', 'too_many_requests'] as const),
    ],
    title: (t) => t('questions.failed'),
  });

/** Asks for the reason and the text of a question, says what else is sent and when there is an answer, and sends it. */
export function AskForm({ subject, onDone }: { subject: Subject; onDone: () => void }) {
  const t = useT();
  const ask = useAsk(subject);
  const id = idOf(subject);
  const [chosen] = useState(() => draftOf(id).reason ?? likelyReason(subject));
  const [isTaken, setTaken] = useState(false);
  const form = useForm({
    check: askCheck,
    send: async (asked) => {
      const isForReader = samePerson();
      const { number } = await ask.mutateAsync(asked);
      forgetDraft(id);
      if (isForReader()) notifyChange((now) => now('questions.sent', { number }), { unbroken: number });
      onDone();
    },
    refusal: (error) => {
      setTaken(isAskedAlready(error));
      return refusalOf(error);
    },
  });
  const { kind } = subject;
  return (
    <Form state={form} alertTitle={t('questions.failed')}>
      {isTaken && form.alert && <OpenQuestion subject={subject} />}
      <RadioGroup
        {...form.field('reason')}
        label={t('questions.reasonLabel')}
        defaultValue={chosen}
        onChoose={(value) => keepDraft(id, { reason: value })}
        options={reasonsFor(kind).map((value) => ({ value, label: reasonText(kind, value, t) }))}
      />
      <MessageField form={form} label={t('questions.textLabel')} help={t('questions.textHelp')} draftId={id} />
      <SentAlong subject={subject} />
      <FormActions>
        <CancelButton />
        <Button type="submit" variant="primary" isBusy={form.isPending}>
          {t(form.isPending ? 'questions.sending' : 'questions.send')}
        </Button>
      </FormActions>
    </Form>
  );
}
