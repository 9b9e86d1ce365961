import type { NoticeType } from '../../lib/notices.ts';
import type { Tone } from '../../ui/status-text.tsx';

/** The look of a sentence that stays on the page, for something of this tone. */
export const alertTypeOf = (tone: Tone): NoticeType => (tone === 'neutral' ? 'info' : tone);
