// The people of an organization, or the operator's staff: a list with filters, invitations, and what can be done with each.

import { Button, Drawer, Group, Select, Stack, Text } from "@mantine/core";
import { memberStatuses } from "@segue/sdk";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { ShownOnce } from "../../components/shown-once.tsx";
import { Empty } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { When } from "../../components/when.tsx";
import { useList } from "../../data/data.ts";
import { useAskedForm } from "../../forms/asked-form.ts";
import { SearchInput } from "../../forms/search-input.tsx";
import { useFilter } from "../../router.tsx";
import { showWord } from "../../values/format.ts";
import type { Seat, SeatPlace } from "./seat.ts";
import { SeatDetails } from "./seat-details.tsx";
import { InviteForm } from "./seat-form.tsx";
import { seatWords } from "./words.ts";

const columns: readonly Column<Seat>[] = [
  {
    id: "person",
    title: seatWords.columns.person,
    // On a phone, the role stands below.
    cell: ({ person, role }) => (
      <Stack gap={0} miw={0}>
        <Text fw={600} size="sm" truncate>
          {person.name}
        </Text>
        {/* Until an invitation is accepted, the address is the name. */}
        {person.name !== person.email && (
          <Text size="xs" c="dimmed" truncate>
            {person.email}
          </Text>
        )}
        <Text size="xs" c="dimmed" truncate hiddenFrom="sm">
          {showWord(role)}
        </Text>
      </Stack>
    ),
  },
  {
    id: "role",
    title: seatWords.columns.role,
    cell: ({ role, labels, payee_ids }) => (
      <Stack gap={0}>
        <span>{showWord(role)}</span>
        {labels && (
          <Text size="xs" c="dimmed" truncate title={labels.join(", ")}>
            {seatWords.withLabels(labels.length)}
          </Text>
        )}
        {payee_ids && (
          <Text size="xs" c="dimmed" truncate>
            {seatWords.withPayees(payee_ids.length)}
          </Text>
        )}
      </Stack>
    ),
    width: 140,
    isExtra: true,
  },
  {
    id: "status",
    title: seatWords.columns.status,
    cell: ({ status }) => <Status value={status} />,
    width: 120,
  },
  {
    id: "seen",
    title: seatWords.columns.seen,
    cell: ({ last_seen_at }) => (last_seen_at ? <When at={last_seen_at} /> : seatWords.never),
    width: 150,
    isExtra: true,
  },
];

type SeatsProps = { label: string; place: SeatPlace; empty: ReactNode };

export function Seats({ label, place, empty }: SeatsProps) {
  const [q] = useFilter("q");
  const [role, setRole] = useFilter("role");
  const [status, setStatus] = useFilter("status");
  const wanted = memberStatuses.find((known) => known === status);
  const [openId, setOpenId] = useState<string>();
  const [link, setLink] = useState<string | null>(null);
  const [isInviting, form] = useAskedForm("invitation");
  const list = useList([...place.key, q, role, status], (page) =>
    place.list({
      ...page,
      ...(q && { q }),
      ...(place.roles.includes(role) && { role }),
      ...(wanted && { status: wanted }),
    }),
  );
  const open = list.rows?.find(({ id }) => id === openId);
  const isFiltered = Boolean(q || role || status);
  return (
    <>
      <Group mb="md">
        <SearchInput placeholder={seatWords.search} />
        <Choice
          label={seatWords.role}
          every={seatWords.everyRole}
          options={place.roles}
          value={role}
          onChange={setRole}
        />
        <Choice
          label={seatWords.status}
          every={seatWords.everyStatus}
          options={memberStatuses}
          value={status}
          onChange={setStatus}
        />
        {place.mayChange && (
          <Button onClick={form.open} leftSection={<IconPlus size={16} aria-hidden />}>
            {seatWords.invite}
          </Button>
        )}
      </Group>
      <ListTable
        label={label}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        onOpen={({ id }) => setOpenId(id)}
        rowHeight={64}
        empty={isFiltered ? <Empty title={seatWords.noMatch}>{seatWords.noMatchHint}</Empty> : empty}
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpenId(undefined)}
        title={open?.person.name ?? ""}
        position="right"
        size="lg"
        closeButtonProps={{ "aria-label": seatWords.close }}
      >
        {open && <SeatDetails seat={open} place={place} onLink={setLink} />}
      </Drawer>
      {place.mayChange && <InviteForm place={place} isOpen={isInviting} close={form.close} onLink={setLink} />}
      <ShownOnce what={seatWords.link} secret={link} onClose={() => setLink(null)} />
    </>
  );
}

type ChoiceProps = {
  label: string;
  every: string;
  options: readonly string[];
  value: string;
  onChange: (value: string) => void;
};

function Choice({ label, every, options, value, onChange }: ChoiceProps) {
  return (
    <Select
      aria-label={label}
      placeholder={every}
      data={options.map((option) => ({ value: option, label: showWord(option) }))}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? "")}
      clearable
      w={150}
    />
  );
}
