import type { CapProgressDto } from '@tapfolio/contracts/caps.ts';
import { keysOf } from '@tapfolio/domain/keys-of.ts';
import type { T } from '../../lib/i18n.ts';
import type { Formats } from '../../lib/use-formats.ts';

/** What is left until travel is free, in a sentence. It promises only what trips or the operator's rule say. */
export function capText(cap: CapProgressDto, t: T, formats: Formats): string {
  // A cap of one operator among several, or of some types of transport, makes only such trips free.
  const isOfSome = cap.operator !== null || cap.transportTypes !== null;
  switch (cap.state) {
    case 'open': {
      const left = formats.money(cap.left ?? cap.amount);
      return isOfSome ? t('caps.leftOfThese', { left }) : t('caps.left', { left });
    }
    case 'reached':
      return isOfSome ? t('caps.reachedOfThese') : t('caps.reached');
    default:
      return t(`caps.state_${cap.state}`);
  }
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
