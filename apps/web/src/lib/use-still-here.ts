import { useLocation, useRouter } from '@tanstack/react-router';

/**
 * Tells, whenever it is asked, whether the passenger is still on the screen that was open when something was begun: an answer
 * that comes late takes nobody away from where they went meanwhile. Another language of the same address is no other screen.
 */
export function useStillHere(): () => boolean {
  const router = useRouter();
  const here = useLocation({ select: screenOf });
  return () => screenOf(router.latestLocation) === here;
}

const screenOf = ({ pathname, searchStr }: { pathname: string; searchStr: string }): string => pathname + searchStr;
