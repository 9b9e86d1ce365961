import { locales } from '@tapfolio/domain/locale.ts';
import { expect, test } from 'vitest';
import { loadFaults } from './generated/faults.ts';
import { loadRest } from './generated/rest.ts';
import { translator } from './translator.ts';

/** One sentence for each generic rule of the specification (section 5), with its subject. */
async function messagesOf(locale: (typeof locales)[number]): Promise<Record<string, string>> {
  const t = translator({ ...(await loadRest(locale)), ...(await loadFaults(locale)) });
  return {
    required: t('validation.required'),
    email: t('validation.email'),
    numeric: t('validation.numeric'),
    integer: t('validation.integer'),
    digits: t('validation.digits', { length: 6 }),
    min: t('validation.min', { length: 7 }),
    max: t('validation.max', { length: 8 }),
    minValue: t('validation.min_value', { min: '9' }),
    maxValue: t('validation.max_value', { max: '10' }),
    between: t('validation.between', { min: '11', max: '12' }),
    regex: t('validation.regex'),
    confirmed: t('validation.confirmed'),
    oneOf: t('validation.one_of'),
    excluded: t('validation.excluded'),
    alpha: t('validation.alpha'),
    alphaNum: t('validation.alpha_num'),
    alphaDash: t('validation.alpha_dash'),
    alphaSpaces: t('validation.alpha_spaces'),
    image: t('validation.image'),
    extension: t('validation.ext', { extensions: 'png, pdf' }),
    mimes: t('validation.mimes'),
    dimensions: t('validation.dimensions', { width: 640, height: 480 }),
    size: t('validation.size', { size: 200 }),
  };
}

const carried = {
  digits: '6',
  min: '7',
  max: '8',
  minValue: '9',
  maxValue: '10',
  between: '12',
  extension: 'pdf',
  dimensions: '480',
  size: '200',
};

test.each(locales)(
  'has a sentence of its own for every generic rule in %s, those for files included [ERR-04]',
  async (locale) => {
    const messages = await messagesOf(locale);

    expect(Object.values(messages).filter((text) => text.startsWith('validation.'))).toEqual([]);
    expect(new Set(Object.values(messages)).size).toBe(Object.keys(messages).length);
    for (const [rule, value] of Object.entries(carried)) expect(messages[rule]).toContain(value);
  },
);
