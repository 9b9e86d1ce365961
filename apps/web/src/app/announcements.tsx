import { followAnnouncements } from '../features/announcements/announcements.ts';
import { AnnouncementBand } from '../features/announcements/components/announcement-band.tsx';
import { announcementsPart } from './announcements-place.tsx';

/** Shows announcements from now on. Returns a function that stops this. */
export function startAnnouncements(): () => void {
  const stop = followAnnouncements();
  announcementsPart.set(<AnnouncementBand />);
  return () => {
    stop();
    announcementsPart.set(null);
  };
}
