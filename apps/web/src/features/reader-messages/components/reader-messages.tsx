import { useQuery } from '@tanstack/react-query';
import { useLocale, useT } from '../../../lib/i18n.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { readerMessagesQuery } from '../api/reader-messages-query.ts';
import { SearchedMessages } from './searched-messages.tsx';

/** What readers show, for a passenger who is signed in. */
export function ReaderMessages() {
  const t = useT();
  const query = useQuery(readerMessagesQuery(useLocale()));
  return (
    <Loaded query={query} lines={6} failed={t('readers.failed')}>
      {({ items }) => <SearchedMessages messages={items} />}
    </Loaded>
  );
}
