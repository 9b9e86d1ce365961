import type { NoticeType } from '../../lib/notices.ts';
import type { Tone } from '../../ui/status-text.tsx';

/** The look of a permanent sentence on the page, by its tone. */
export const alertTypeOf = (tone: Tone): NoticeType => (tone === 'neutral' ? 'info' : tone);
