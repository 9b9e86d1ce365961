import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../lib/i18n.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { sessionsQuery } from '../api/list-sessions.ts';
import { SessionList } from './session-list.tsx';

/** The places where the passenger is signed in. */
export function SessionsPanel() {
  const t = useT();
  const query = useQuery(sessionsQuery);
  return (
    <Panel title={t('account.sessionsHeading')}>
      <Loaded query={query}>{({ items }) => <SessionList sessions={items} />}</Loaded>
    </Panel>
  );
}
