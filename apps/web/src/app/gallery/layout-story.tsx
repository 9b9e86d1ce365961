import { Bullets, Columns, Quiet, Row, RowList, Stack } from '../../ui/layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { Summary } from '../../ui/summary.tsx';

const status = <StatusText tone="success">Paid</StatusText>;

/** The parts that screens are built from. */
export function LayoutStory() {
  return (
    <Panel title="Layout">
      <Columns>
        <Stack gap={2}>
          <span>A stack of parts</span>
          <Quiet>with quiet words under them</Quiet>
          <Bullets>
            <li>one</li>
            <li>two</li>
          </Bullets>
        </Stack>
        <RowList>
          <li>
            <Summary name="2026/11/20" amount="$3.75" note="Trip" status={status} below="refunded $1.25" />
          </li>
          <li>
            <Row isApart>
              <span>A row</span>
              <span>with its ends apart</span>
            </Row>
          </li>
        </RowList>
      </Columns>
    </Panel>
  );
}
