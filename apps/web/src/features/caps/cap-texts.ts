import type { CapProgressDto } from '@tapfolio/contracts/caps.ts';
import { keysOf } from '@tapfolio/domain/keys-of.ts';
import type { T } from '../../lib/i18n.ts';
import type { Formats } from '../../lib/use-formats.ts';

/** What is left until travel is free, in a sentence. It promises only what trips or the operator's rule say. */
export function capText(cap: CapProgressDto, t: T, formats: Formats): string {
  switch (cap.state) {
    case 'open':
      return leftText(cap, formats.money(cap.left ?? cap.amount), t);
    case 'reached':
      return reachedText(cap, t);
    default:
      return t(`caps.state_${cap.state}`);
  }
}

/** A cap of one operator among several, or of some types of transport, makes only such trips free. */
function leftText({ operator, transportTypes }: CapProgressDto, left: string, t: T): string {
  if (transportTypes !== null) return t('caps.leftCounted', { left });
  return operator === null ? t('caps.left', { left }) : t('caps.leftWith', { left, operator });
}

function reachedText({ operator, transportTypes }: CapProgressDto, t: T): string {
  if (transportTypes !== null) return t('caps.reachedCounted');
  return operator === null ? t('caps.reached') : t('caps.reachedWith', { operator });
}

/** What was saved, and what the sum leaves out. */
export function notesOf({ saved, refunded, leftOut }: CapProgressDto, t: T, formats: Formats): string[] {
  const amount = saved && formats.money(saved.amount);
  const missing = keysOf(leftOut).filter((kind) => leftOut[kind] > 0);
  return [
    ...(saved && amount ? [t(saved.isAtLeast ? 'caps.savedAtLeast' : 'caps.saved', { amount })] : []),
    ...missing.map((kind) => t(`caps.out_${kind}`, { count: leftOut[kind] })),
    ...(refunded ? [t('caps.refunded', { amount: formats.money(refunded) })] : []),
  ];
}
