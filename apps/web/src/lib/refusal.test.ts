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

test('a refusal that is about a field is shown at the field, with the text of its code', () => {
  const { fields, form } = refusalFrom(refused('xtat_number_not_unique'), rules);

  expect(Object.keys(fields ?? {})).toEqual(['srid']);
  expect(fields?.srid?.(currentT())).toBe(currentT()('errors.xtat_number_not_unique'));
  expect(form).toBeUndefined();
  expect(noticesNow().shown).toEqual([]);
});

test('a refusal of the whole form is shown above it, with the form’s own text if there is one', () => {
  const words = { too_many_requests: () => 'Wait a little' };

  expect(refusalFrom(refused('too_many_requests', 429), rules).form?.(currentT())).toBe(
    currentT()('errors.too_many_requests'),
  );
  expect(refusalFrom(refused('too_many_requests', 429), { ...rules, words }).form?.(currentT())).toBe('Wait a little');
});

test('any other refusal is a notice with the form’s title and the trace id, and does not change the form', () => {
  expect(refusalFrom(refused('TM0001', 500), { ...rules, title: () => 'Not saved' })).toEqual({});

  const [notice] = noticesNow().shown;
  expect(notice?.title(currentT())).toBe('Not saved');
  expect(notice?.traceId).toBe('trace');
});

test('an error of the page is logged and shown', () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);

  expect(refusalFrom(new Error('broken'), rules)).toEqual({});

  expect(written).toHaveBeenCalledOnce();
  expect(noticesNow().shown).toHaveLength(1);
});
