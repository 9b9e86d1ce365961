import { useT } from '../../lib/i18n.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Quiet } from '../../ui/layout.tsx';

/** The time up to which travel data were delivered: it separates "no trip" from "not delivered yet". */
export function DataUpTo({ instant }: { instant: string | null }) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePortalConfig();
  return (
    <Quiet>{instant ? t('common.dataUpTo', { time: formats.dateTime(instant, timeZone) }) : t('cards.dataNone')}</Quiet>
  );
}
