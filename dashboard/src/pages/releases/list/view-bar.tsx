// The saved views as a row of tabs above the list. The one that is shown can be renamed and deleted.

import { ActionIcon, Button, Menu, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { ActModal } from "../../../forms/act-modal.tsx";
import classes from "./view-bar.module.css";
import { everything, isSame, LONGEST_NAME, type ShownList, useViews } from "./views.ts";
import { viewWords } from "./words.ts";

export function ViewBar({ list }: { list: ShownList }) {
  const { views, isFull, save, rename, remove } = useViews();
  const shown = views.find((view) => isSame(view, list.now));
  const isEverything = isSame(everything, list.now);
  return (
    <div className={classes.bar}>
      <nav className={classes.views} aria-label={viewWords.label}>
        <ViewTab name={viewWords.all} isShown={isEverything} show={() => list.show(everything)} />
        {views.map((view) => (
          <ViewTab key={view.name} name={view.name} isShown={view === shown} show={() => list.show(view)} />
        ))}
      </nav>
      {shown ? (
        <ViewMenu
          key={shown.name}
          name={shown.name}
          rename={(name) => rename(shown.name, name)}
          remove={() => remove(shown.name)}
        />
      ) : (
        !isEverything && !isFull && <SaveView save={(name) => save({ ...list.now, name })} />
      )}
    </div>
  );
}

function ViewTab({ name, isShown, show }: { name: string; isShown: boolean; show: () => void }) {
  return (
    <button type="button" className={classes.view} aria-pressed={isShown} onClick={show}>
      {name}
    </button>
  );
}

function SaveView({ save }: { save: (name: string) => void }) {
  const [isOpen, modal] = useDisclosure();
  return (
    <>
      <Button size="compact-sm" variant="subtle" className={classes.save} onClick={modal.open}>
        {viewWords.save}
      </Button>
      {isOpen && <NameModal action={viewWords.save} close={modal.close} onName={save} />}
    </>
  );
}

function ViewMenu({ name, rename, remove }: { name: string; rename: (name: string) => void; remove: () => void }) {
  const [isOpen, modal] = useDisclosure();
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={viewWords.menu(name)}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={modal.open}>{viewWords.rename}</Menu.Item>
          <Menu.Item color="red" onClick={remove}>
            {viewWords.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && <NameModal action={viewWords.rename} name={name} close={modal.close} onName={rename} />}
    </>
  );
}

type NameModalProps = { action: string; name?: string; close: () => void; onName: (name: string) => void };

function NameModal({ action, name = "", close, onName }: NameModalProps) {
  const [typed, setTyped] = useState(name);
  const submit = () => {
    close();
    onName(typed.trim());
  };
  return (
    <ActModal
      title={action}
      isOpen
      close={close}
      action={action}
      isBusy={false}
      isBlocked={!typed.trim()}
      error={null}
      onSubmit={submit}
    >
      <TextInput
        data-autofocus
        label={viewWords.name}
        description={viewWords.nameHint}
        value={typed}
        maxLength={LONGEST_NAME}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ActModal>
  );
}
