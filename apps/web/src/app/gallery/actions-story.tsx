import { useState } from 'react';
import { type NoticeType, notify } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { closeMenu, Menu, menuItem } from '../../ui/menu.tsx';
import { NoticeList } from '../../ui/notice-list.tsx';
import { Panel } from '../../ui/panel.tsx';

const types: readonly NoticeType[] = ['info', 'success', 'warning', 'danger'];

export function ActionsStory() {
  const [open, setOpen] = useState<'dialog' | 'confirm'>();
  const close = (): void => setOpen(undefined);
  return (
    <Panel title="Buttons, menu, dialogs, notices">
      <Looks />
      <FormActions>
        <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
        <Button onClick={() => setOpen('confirm')}>Ask for confirmation</Button>
        {types.map((type) => (
          <Button key={type} onClick={() => notify({ type, title: () => `A notice: ${type}`, traceId: '0f8c-21' })}>
            {type}
          </Button>
        ))}
      </FormActions>
      <Dialog
        title="A dialog"
        isOpen={open === 'dialog'}
        onClose={close}
        actions={<Button onClick={close}>Done</Button>}
      >
        <p>Escape closes it and focus returns.</p>
      </Dialog>
      <ConfirmDialog
        title="Sure?"
        confirmLabel="Remove"
        variant="danger"
        isOpen={open === 'confirm'}
        onConfirm={close}
        onClose={close}
      >
        <p>What cannot be undone is said here.</p>
      </ConfirmDialog>
    </Panel>
  );
}

function Looks() {
  return (
    <FormActions>
      <Button variant="primary">Primary</Button>
      <Button>Secondary</Button>
      <Button variant="quiet">Quiet</Button>
      <Button variant="danger">Danger</Button>
      <Button variant="primary" isBusy>
        Busy
      </Button>
      <Button disabled>Disabled</Button>
      <Menu trigger="Menu" variant="secondary">
        <button type="button" {...menuItem}>
          First
        </button>
        <button type="button" {...menuItem} onClick={closeMenu}>
          Second
        </button>
      </Menu>
      <NoticeList />
    </FormActions>
  );
}
