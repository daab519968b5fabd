import { Button, Group, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Facts } from "../../components/facts.tsx";
import { Id } from "../../components/id.tsx";
import { Status } from "../../components/status.tsx";
import { When } from "../../components/when.tsx";
import { useAct } from "../../data/data.ts";
import { ConfirmButton } from "../../forms/confirm-button.tsx";
import { showTime, showWord } from "../../values/format.ts";
import { isInvited, type Seat, type SeatPlace } from "./seat.ts";
import { ChangeForm } from "./seat-form.tsx";
import { PayeeNames } from "./seat-payees.tsx";
import { seatWords } from "./words.ts";

const { facts } = seatWords;

type SeatDetailsProps = { seat: Seat; place: SeatPlace; onLink: (url: string | null) => void };

export function SeatDetails({ seat, place, onLink }: SeatDetailsProps) {
  const { person, role, labels, payee_ids, status, invitation_expires_at, joined_at, last_seen_at } = seat;
  const mayChange = place.mayChange && place.mayGive(role);
  return (
    <Stack>
      <Facts
        of={[
          [facts.email, person.email],
          [seatWords.role, showWord(role)],
          ...(payee_ids ? ([[facts.payees, <PayeeNames key="payees" place={place} ids={payee_ids} />]] as const) : []),
          ...(labels === undefined || payee_ids ? [] : ([[facts.labels, labels?.join(", ") ?? facts.all]] as const)),
          [seatWords.status, <Status key="status" value={status} />],
          [facts.invitedBy, <Id key="by" value={seat.invited_by} />],
          [facts.invitedAt, showTime(seat.invited_at)],
          ...(invitation_expires_at ? ([[facts.expires, showTime(invitation_expires_at)]] as const) : []),
          ...(joined_at ? ([[facts.joined, showTime(joined_at)]] as const) : []),
          [facts.seen, last_seen_at ? <When key="seen" at={last_seen_at} /> : seatWords.never],
          [facts.person, <Id key="person" value={person.id} />],
          [facts.id, <Id key="id" value={seat.id} />],
        ]}
      />
      {mayChange && (
        <Group gap="xs">
          <ChangeButton seat={seat} place={place} />
          {isInvited(seat) ? <ResendButton seat={seat} place={place} onLink={onLink} /> : null}
          {isInvited(seat) ? null : <SuspendButton seat={seat} place={place} />}
          <RemoveButton seat={seat} place={place} />
        </Group>
      )}
    </Stack>
  );
}

type ActProps = Pick<SeatDetailsProps, "seat" | "place">;

function ChangeButton({ seat, place }: ActProps) {
  const [isOpen, modal] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={modal.open}>
        {seatWords.change}
      </Button>
      {isOpen && <ChangeForm place={place} seat={seat} isOpen close={modal.close} />}
    </>
  );
}

function ResendButton({ seat, place, onLink }: SeatDetailsProps) {
  const resend = useAct(() => place.resend(seat.id), {
    done: seatWords.resent,
    onDone: ({ invitation_url }) => onLink(invitation_url),
  });
  return (
    <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate(undefined)}>
      {seatWords.resend}
    </Button>
  );
}

function SuspendButton({ seat: { id, person, status }, place }: ActProps) {
  const resume = useAct(() => place.update(id, { status: "active" }), { done: seatWords.resumed(person.name) });
  if (status === "suspended")
    return (
      <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate(undefined)}>
        {seatWords.resume}
      </Button>
    );
  return (
    <ConfirmButton
      label={seatWords.suspend}
      title={seatWords.suspendQuestion(person.name)}
      act={() => place.update(id, { status: "suspended" })}
      done={seatWords.suspended(person.name)}
    >
      {seatWords.suspendHint}
    </ConfirmButton>
  );
}

function RemoveButton({ seat, place }: ActProps) {
  const { id, person } = seat;
  const isOpen = isInvited(seat);
  return (
    <ConfirmButton
      label={isOpen ? seatWords.revoke : seatWords.remove}
      title={isOpen ? seatWords.revokeQuestion(person.email) : seatWords.removeQuestion(person.name)}
      act={() => place.remove(id)}
      done={seatWords.removed(person.name)}
    >
      {isOpen ? seatWords.revokeHint : seatWords.removeHint}
    </ConfirmButton>
  );
}
