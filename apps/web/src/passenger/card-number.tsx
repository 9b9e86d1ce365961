import { useT } from '../lib/i18n.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

/** Four dots and the last four characters, in one piece on one line. */
export const maskedNumber = (lastFour: string): string => `••••\u00A0${lastFour}`;

/** The masked number: four dots and the last four characters; a screen reader reads words instead of dots. */
export function CardNumber({ lastFour }: { lastFour: string | null }) {
  const t = useT();
  if (lastFour === null) return t('cards.numberUnknown');
  return (
    <span>
      <span aria-hidden="true">{maskedNumber(lastFour)}</span>
      <VisuallyHidden>{t('cards.numberEnding', { digits: lastFour })}</VisuallyHidden>
    </span>
  );
}
