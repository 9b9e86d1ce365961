import { queryOptions } from '@tanstack/react-query';
import { askSettings } from '../../../passenger/ask-settings.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => askSettings({ signal }),
});
