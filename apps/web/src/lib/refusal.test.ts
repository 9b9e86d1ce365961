import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { currentT, loadTexts, setLanguage } from './i18n.ts';
import { forgetNotices, noticesNow } from './notices.ts';
import { refusalFrom } from './refusal.ts';

const refused = (code: ApiError['code'], status = 400) => new ApiError({ status, code, traceId: 'trace' });
const rules = {
  fields: { name: ['card_name_is_card_number'], srid: ['NWA0003', 'xtat_number_not_unique'] },
  form: ['too_many_requests'],
} as const;

beforeAll(async () => {
  await setLanguage('en_CA');
  await loadTexts();
});
beforeEach(forgetNotices);

test('a refusal that is about a field lands on it, in the words of its code', () => {
  const { fields, form } = refusalFrom(refused('xtat_number_not_unique'), rules);

  expect(Object.keys(fields ?? {})).toEqual(['srid']);
  expect(fields?.srid?.(currentT())).toBe(currentT()('errors.xtat_number_not_unique'));
  expect(form).toBeUndefined();
  expect(noticesNow().shown).toEqual([]);
});

test('a refusal that is about the whole form stands above it, in the form’s own words where it has some', () => {
  const words = { too_many_requests: () => 'Wait a little' };

  expect(refusalFrom(refused('too_many_requests', 429), rules).form?.(currentT())).toBe(
    currentT()('errors.too_many_requests'),
  );
  expect(refusalFrom(refused('too_many_requests', 429), { ...rules, words }).form?.(currentT())).toBe('Wait a little');
});

test('anything else is a notice with the form’s title and the trace id, and leaves the form as it is', () => {
  expect(refusalFrom(refused('TM0001', 500), { ...rules, title: () => 'Not saved' })).toEqual({});

  const [notice] = noticesNow().shown;
  expect(notice?.title(currentT())).toBe('Not saved');
  expect(notice?.traceId).toBe('trace');
});

test('a fault of the page is reported and said', () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);

  expect(refusalFrom(new Error('broken'), rules)).toEqual({});

  expect(written).toHaveBeenCalledOnce();
  expect(noticesNow().shown).toHaveLength(1);
});
