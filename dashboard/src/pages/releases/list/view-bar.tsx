// The saved views as a row of tabs above the list. The one that is shown can be renamed and deleted.

import { ActionIcon, Button, Group, Menu, Popover, TextInput } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { type FormEvent, type ReactNode, useState } from "react";
import classes from "./view-bar.module.css";
import { everything, isSame, LONGEST_NAME, type ShownList, useViews } from "./views.ts";

export function ViewBar({ list }: { list: ShownList }) {
  const { views, isFull, save, rename, remove } = useViews();
  const shown = views.find((view) => isSame(view, list.now));
  const isEverything = isSame(everything, list.now);
  return (
    <div className={classes.bar}>
      <nav className={classes.views} aria-label="Views">
        <ViewTab name="All releases" isShown={isEverything} show={() => list.show(everything)} />
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
  const [isOpen, setOpen] = useState(false);
  return (
    <NameForm
      isOpen={isOpen}
      setOpen={setOpen}
      action="Save view"
      hint="Filters, order and columns, kept in this browser."
      onName={save}
    >
      <Button size="compact-sm" variant="subtle" className={classes.save} onClick={() => setOpen(!isOpen)}>
        Save view
      </Button>
    </NameForm>
  );
}

function ViewMenu({ name, rename, remove }: { name: string; rename: (name: string) => void; remove: () => void }) {
  const [isNaming, setNaming] = useState(false);
  return (
    <NameForm isOpen={isNaming} setOpen={setNaming} action="Rename view" name={name} onName={rename}>
      <div>
        <Menu position="bottom-start">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`View ${name}`}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setNaming(true)}>Rename view</Menu.Item>
            <Menu.Item color="red" onClick={remove}>
              Delete view
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </NameForm>
  );
}

type NameFormProps = {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  action: string;
  hint?: string;
  name?: string;
  onName: (name: string) => void;
  /** What it opens beside. */
  children: ReactNode;
};

function NameForm({ isOpen, setOpen, action, hint, name = "", onName, children }: NameFormProps) {
  const [typed, setTyped] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!typed.trim()) return;
    setOpen(false);
    onName(typed.trim());
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={280} trapFocus shadow="md">
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown aria-label={action}>
        <form onSubmit={submit}>
          <TextInput
            data-autofocus
            label="Name"
            description={hint}
            value={typed}
            maxLength={LONGEST_NAME}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs" mt="sm">
            <Button size="xs" variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button size="xs" type="submit" disabled={!typed.trim()}>
              {action}
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
