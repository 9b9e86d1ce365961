import { randomUUID } from 'node:crypto';
import type { AskedQuestion } from '@tapfolio/contracts/asked-questions.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import type { QuestionOutcome, QuestionReason } from '@tapfolio/domain/questions.ts';
import { reasonOf } from '@tapfolio/server/src/lib/reason-of.ts';
import { z } from 'zod';

/** Reads the questions of passengers and answers them, as the operator's own system does: with a key, over HTTP. */
export interface QuestionDesk {
  /** The questions that wait longest. @throws if the portal does not answer. */
  waiting(): Promise<readonly AskedQuestion[]>;
  /** Returns what the portal said: the state of the question, or the code of a refusal. */
  answer(questionId: string, answer: Answer): Promise<string>;
}

export interface Answer {
  readonly text: string;
  readonly outcome: QuestionOutcome;
}

const said = z.union([
  z.object({ state: z.string() }).transform(({ state }) => state),
  z.object({ error: z.object({ code: z.string() }) }).transform(({ error }) => error.code),
]);

/** @param address of the portal. @param key of the operator, which may read and answer questions. */
export function openQuestionDesk(address: string, key: string): QuestionDesk {
  const questions = '/internal/api/v1/questions';
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return {
    async waiting() {
      const response = await fetch(new URL(questions, address), { headers });
      if (!response.ok) throw new Error(`the portal answers ${response.status}`);
      // The portal of the same code made it.
      const { items } = (await response.json()) as { items: AskedQuestion[] };
      return items;
    },
    async answer(questionId, answer) {
      const response = await fetch(new URL(`${questions}/${questionId}/answers`, address), {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: JSON.stringify(answer),
      });
      return said.parse(await response.json());
    },
  };
}

const english: Record<QuestionReason, string> = {
  not_mine:
    'We have looked at the taps of this card, and they belong together: each was made with it. If you do not have the card any more, block it at your bank.',
  wrong_fare:
    'We have checked the fare: it is that of one adult trip with a bank card, less what the daily cap saves you.',
  wrong_amount:
    'We have added up the trips of this day, and the amount is right. Open the payment to see each of them.',
  missed_tap: 'The reader did not see you tap off, so the longest trip was charged. Please tap at both ends.',
  charged_twice: 'You paid once. Your bank first showed a reserved amount, and it releases that within days.',
  refund_missing: 'Your refund is on its way. Banks need up to ten days to show it on the statement.',
  other: 'Thank you for asking. We have looked at it, and everything is as it should be.',
};

const french: Record<QuestionReason, string> = {
  not_mine:
    'Nous avons vérifié les validations de cette carte : elles vont ensemble et ont toutes été faites avec elle. Si vous n’avez plus la carte, faites-la bloquer par votre banque.',
  wrong_fare:
    'Nous avons vérifié le tarif : c’est celui d’un trajet adulte payé par carte bancaire, moins ce que le plafond quotidien vous fait économiser.',
  wrong_amount:
    'Nous avons additionné les trajets de cette journée, et le montant est exact. Ouvrez le paiement pour les voir tous.',
  missed_tap:
    'Le lecteur n’a pas enregistré de validation à la sortie; le trajet le plus long a été facturé. Validez aux deux bouts.',
  charged_twice:
    'Vous avez payé une fois. Votre banque a d’abord affiché un montant réservé, qu’elle libère en quelques jours.',
  refund_missing: 'Votre remboursement est en route. Les banques mettent jusqu’à dix jours à l’afficher sur le relevé.',
  other: 'Merci pour votre question. Nous avons vérifié, et tout est en ordre.',
};

/** What the desk of the city writes. */
const answerTo = ({ reason, language }: { reason: QuestionReason; language: Locale }): Answer => ({
  text: (language === 'fr_CA' ? french : english)[reason],
  outcome: 'explained',
});

/** A person who tries the page of the back office has this time to answer. */
const deskMs = 10 * 60_000;
const lookMs = 20_000;

/** Answers what nobody has answered for some minutes, until it is stopped. */
export function startAnswering(desk: QuestionDesk): { stop(): void } {
  const timer = setInterval(() => {
    answerLate(desk, Date.now()).catch((error: unknown) => {
      process.stderr.write(`The city could not answer its passengers, and tries again: ${reasonOf(error)}\n`);
    });
  }, lookMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Answers the questions that wait for some minutes at an instant. */
export async function answerLate(desk: QuestionDesk, now: number): Promise<void> {
  for (const question of await desk.waiting()) {
    const writtenAt = Date.parse(question.entries.at(-1)?.at ?? question.askedAt);
    if (now - writtenAt > deskMs) await desk.answer(question.id, answerTo(question));
  }
}
