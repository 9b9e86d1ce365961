import { useLocation, useRouter } from '@tanstack/react-router';

/**
 * Returns a function that says whether the passenger is still on the screen that was open at the start: a late answer must not
 * take passengers away from the screen they have gone to. A change of language is not a change of screen.
 */
export function useStillHere(): () => boolean {
  const router = useRouter();
  const here = useLocation({ select: screenOf });
  return () => screenOf(router.latestLocation) === here;
}

const screenOf = ({ pathname, searchStr }: { pathname: string; searchStr: string }): string => pathname + searchStr;
