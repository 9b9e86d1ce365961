import { useMatches } from '@tanstack/react-router';
import { toBcp47 } from '@tapfolio/domain/locale.ts';
import { useId, useMemo } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { useStore } from '../../../lib/store.ts';
import { ChevronDownIcon } from '../../../ui/area-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { NoticeIcon } from '../../../ui/notice-icon.tsx';
import { announcementsNow, closeAnnouncement, closedAnnouncements } from '../announcements.ts';
import type { Announcement } from '../api/list-announcements.ts';
import { isForScreen } from '../for-screen.ts';
import style from './announcement-band.module.css';
import { ReadOut } from './read-out.tsx';
import { useCalmList } from './use-calm-list.ts';

/** What the operator tells all passengers now, above the screens that it is about. Nothing while there is nothing to say. */
export function AnnouncementBand() {
  const t = useT();
  const screen = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' });
  const all = useStore(announcementsNow);
  const closed = useStore(closedAnnouncements);
  const wanted = useMemo(
    () => all.filter((one) => isForScreen(one, screen) && !closed.includes(one.id)),
    [all, screen, closed],
  );
  const calm = useCalmList(wanted, screen);
  const shown = useMemo(() => calm.filter(({ id }) => !closed.includes(id)), [calm, closed]);
  return (
    <>
      <ReadOut items={shown} />
      {shown.length > 0 && (
        <section aria-label={t('nav.announcements')} className={style.band}>
          <FirstOnes announcements={shown} />
        </section>
      )}
    </>
  );
}

/** The first one, and the others when they are asked for: three of them would fill the screen of a phone. */
function FirstOnes({ announcements }: { announcements: readonly Announcement[] }) {
  const t = useT();
  const [first, ...others] = announcements.map((one) => <OneAnnouncement key={one.id} announcement={one} />);
  if (others.length === 0) return first;
  return (
    <>
      {first}
      <details className={style.others}>
        <summary>
          {t('nav.announcementsMore', { count: others.length })}
          <ChevronDownIcon />
        </summary>
        <div className={style.list}>{others}</div>
      </details>
    </>
  );
}

function OneAnnouncement({ announcement }: { announcement: Announcement }) {
  const t = useT();
  const titleId = useId();
  const { id, level, language, title, body, moreUrl } = announcement;
  const tone = level === 'warning' ? 'warning' : 'info';
  const lang = toBcp47(language);
  return (
    <div className={style.announcement} data-tone={tone}>
      <NoticeIcon type={tone} />
      <p id={titleId} lang={lang} className={style.title}>
        {title}
      </p>
      <Button
        variant="icon"
        className={style.close}
        aria-label={t('common.close')}
        aria-describedby={titleId}
        onClick={() => closeAnnouncement(id)}
      >
        <CloseIcon />
      </Button>
      <div className={style.body}>
        <p lang={lang}>{body}</p>
        {moreUrl !== null && (
          <p className={style.more}>
            <ExternalLink href={moreUrl} aria-describedby={titleId}>
              {t('nav.announcementMore')}
            </ExternalLink>
          </p>
        )}
      </div>
    </div>
  );
}
