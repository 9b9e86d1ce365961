import { useSyncExternalStore } from 'react';
import { useT } from '../../lib/i18n.ts';
import style from './top-bar.module.css';

const events = ['online', 'offline'] as const;

function onChange(listener: () => void): () => void {
  for (const event of events) addEventListener(event, listener);
  return () => {
    for (const event of events) removeEventListener(event, listener);
  };
}

/** Says above every signed-in screen that there is no network, as long as there is none. */
export function OfflineNote() {
  const t = useT();
  const isOnline = useSyncExternalStore(onChange, () => navigator.onLine);
  return (
    <div role="status" className={style.offline}>
      {!isOnline && <p>{t('nav.offline')}</p>}
    </div>
  );
}
