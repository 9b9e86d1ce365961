import { Component, type ReactNode } from 'react';
import { report } from '../lib/errors.ts';
import { useT } from '../lib/i18n.ts';
import { isLoadFailure } from '../lib/load-in-time.ts';
import { reloadPage } from '../lib/reload-page.ts';
import { ErrorState } from './error-state.tsx';

type Props = {
  children: ReactNode;
  /** What stands there after a fault; left out, words and a button to try again. */
  instead?: ReactNode;
};
type State = { error?: unknown };

/** Keeps a fault inside the part it happens in: the rest of the screen stays. */
export class Boundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    report(error);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (this.props.instead !== undefined) return this.props.instead;
    return <Broken error={error} />;
  }
}

/** With the same data a part fails again, and browsers remember a chunk that failed, so "Try again" reloads the page. */
function Broken({ error }: { error: unknown }) {
  const t = useT();
  return (
    <ErrorState onRetry={reloadPage}>{t(isLoadFailure(error) ? 'common.network' : 'common.brokenPart')}</ErrorState>
  );
}
