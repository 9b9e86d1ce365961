import { type Locale, locales } from '@tapfolio/domain/locale.ts';
import { loadDocuments } from '@tapfolio/locales/generated/documents.ts';
import { translator } from '@tapfolio/locales/translator.ts';
import { expect, test } from 'vitest';
import { testConfig } from '../../../test/build-app.ts';
import { composeMail } from './mails.service.ts';

const contacts = { en_CA: { phone: '1 705 555-0142', email: 'help@transit.example' } };

const mailIn = (language: Locale, config = testConfig({ contacts })) =>
  composeMail(config, {
    kind: 'card-claim-asked',
    id: '1',
    to: 'passenger@example.com',
    language,
    write: ({ paragraph }) => ({ subject: 'A mail', blocks: [paragraph('Contact us.')] }),
  });

test.each(['en_CA', 'fr_CA'] as const)('a mail says how to reach the operator, in %s too', async (language) => {
  const { text, html } = await mailIn(language);

  for (const written of [text, html]) expect(written).toContain(' · 1 705 555-0142 · help@transit.example');
});

test('the address of a link stands in a line of its own below its name, with nothing glued to them', async () => {
  const { text } = await composeMail(testConfig(), {
    kind: 'password-changed',
    id: '1',
    to: 'passenger@example.com',
    language: 'fr_CA',
    write: ({ action }) => ({ subject: 'A mail', blocks: [action('Ouvrir mon compte', 'login', {})] }),
  });

  expect(text).toMatch(/\n\nOuvrir mon compte\nhttps?:\S+\n\n/);
});

test('the address to copy, for a button that does not work, stands below all that the mail says', async () => {
  const { html } = await composeMail(testConfig(), {
    kind: 'password-changed',
    id: '1',
    to: 'passenger@example.com',
    language: 'en_CA',
    write: ({ action, paragraph }) => ({
      subject: 'A mail',
      blocks: [action('Open my account', 'login', {}), paragraph('It works once.')],
    }),
  });

  const parts = ['>Open my account<', '<p>It works once.', 'If the button does not work', '/login</a>'];
  const places = parts.map((part) => html.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((left, right) => left - right));
});

test('the figure that a reader looks for stands out in its sentence, and only there: a mailbox shows the first sentence without one', async () => {
  const { html, text } = await composeMail(testConfig(), {
    kind: 'sign-in-code',
    id: '1',
    to: 'passenger@example.com',
    language: 'en_CA',
    write: ({ paragraph, paragraphAbout }) => ({
      subject: 'A mail',
      blocks: [paragraphAbout('Your code is 123456.', '123456'), paragraph('It works once.')],
    }),
  });

  expect(html).toMatch(/<body[^>]*>\s*<div style="display:none[^"]*">It works once\.<\/div>/);
  expect(html.match(/123456/g)).toHaveLength(1);
  expect(html).toMatch(/Your code is <strong style="font-size:1.5rem[^"]*">123456<\/strong>\./);
  expect(text).toContain('Your code is 123456.');
});

test('a long word, such as the name of a card, is broken and makes no mail wider than the screen', async () => {
  expect((await mailIn('en_CA')).html).toMatch(/<body style="[^"]*overflow-wrap:break-word/);
});

test('a mail of an operator without contacts ends with its name', async () => {
  const config = testConfig({ contacts: {} });

  expect((await mailIn('en_CA', config)).text).toContain(`\n\n${config.brand.name}\n\n`);
});

test('a mail is in the first language if the operator no longer offers that of the account, like the pages', async () => {
  const { text, language } = await mailIn('sk_SK');

  expect(language).toBe('en-CA');
  expect(text).toContain('Hello,');
});

/** Words for a time that begins when the mail is sent, or has just passed then. */
const countsFromNow = /next|just|nächsten|soeben|prochain|viennent|vient|prossim|appena|najbli|właśnie|práve/;

test.each(locales)('what a mail says of times is true if the mail server was away for hours, in %s', async (locale) => {
  const t = translator(await loadDocuments(locale));

  const limits = [t('mail.confirmExpiry'), t('mail.resetExpiry'), t('mail.codeExpiry')];
  const news = t('mail.changedIntro', { operator: 'Transit' });

  for (const said of [...limits, news]) expect(said).not.toMatch(countsFromNow);
});
