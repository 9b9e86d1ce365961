import type { Locale } from '@tapfolio/domain/locale.ts';
import { call } from '../../../lib/api-client.ts';

export const keepLanguage = (locale: Locale) => call('setLanguage', { body: { display_language: locale } });
