import { notify } from '../src/lib/notices.ts';

/** Shows a notice with this title. */
export const say = (title: string, rest: Partial<Parameters<typeof notify>[0]> = {}): void =>
  notify({ title: () => title, ...rest });
