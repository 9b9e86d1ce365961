import { deviceKeys, readStored } from '../../lib/storage.ts';
import { createStore } from '../../lib/store.ts';

const isTrue = (value: unknown): value is true => value === true;

/** Whether this browser's passenger has closed the notice about cookies. */
export const cookieNoticeSeen = createStore(() => readStored(deviceKeys.cookieNotice, isTrue) === true);
