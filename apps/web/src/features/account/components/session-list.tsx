import type { OwnSession } from '@tapfolio/contracts/account.ts';
import { useId, useRef } from 'react';
import { handleError } from '../../../lib/errors.ts';
import { type T, useT } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Quiet, Row, RowList } from '../../../ui/layout.tsx';
import { useEndSessions } from '../api/end-sessions.ts';
import { deviceOf } from '../device.ts';
import style from './session-list.module.css';

/** The sessions of the account, with a button to end each of them except this one. */
export function SessionList({ sessions }: { sessions: readonly OwnSession[] }) {
  const t = useT();
  const list = useRef<HTMLUListElement>(null);
  // Devices of the same kind have the same name, and only the time of their last activity tells them apart.
  const id = useId();
  // The button disappears with its session; the focus must not be lost.
  const { isEnding, handleEnd } = useEnding(() => list.current?.focus());
  return (
    <>
      <RowList ref={list} tabIndex={-1} aria-label={t('account.sessionsHeading')}>
        {sessions.map((session) => (
          <li key={session.id}>
            <Row isApart>
              <Session session={session} seenId={`${id}-${session.id}`} />
              {!session.isCurrent && (
                <Button
                  aria-label={t('account.sessionEndOf', { device: nameOf(session, t) })}
                  aria-describedby={`${id}-${session.id}`}
                  isBusy={isEnding(session.id)}
                  onClick={() => handleEnd(session.id)}
                >
                  {t('account.sessionEnd')}
                </Button>
              )}
            </Row>
          </li>
        ))}
      </RowList>
      {sessions.length > 2 && (
        <div>
          <Button isBusy={isEnding()} onClick={() => handleEnd()}>
            {t('account.sessionEndOthers')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Ends one session, or all except this one if none is named. */
function useEnding(onEnded: () => void) {
  const end = useEndSessions();
  const run = useOneAtATime();
  const isEnding = (sessionId?: string): boolean => end.isPending && end.variables === sessionId;
  const handleEnd = (sessionId?: string): void =>
    void run(async () => {
      try {
        await end.mutateAsync(sessionId);
        notifyChange((now) => now('account.sessionEnded'));
        onEnded();
      } catch (error) {
        handleError(error, {}, (now) => now('account.sessionFailed'));
      }
    });
  return { isEnding, handleEnd };
}

function nameOf({ userAgent }: OwnSession, t: T): string {
  const device = deviceOf(userAgent);
  return device ? t('account.device', device) : t('account.deviceUnknown');
}

function Session({ session, seenId }: { session: OwnSession; seenId: string }) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePortalConfig();
  return (
    <div className={style.session}>
      <Row as="p">
        {nameOf(session, t)} {session.isCurrent && <Badge tone="success">{t('account.sessionCurrent')}</Badge>}
      </Row>
      <Quiet id={seenId}>{t('account.sessionSeen', { time: formats.dateTime(session.lastSeenAt, timeZone) })}</Quiet>
    </div>
  );
}
