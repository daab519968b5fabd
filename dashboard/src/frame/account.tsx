// The account of a person who is signed in: its own page, its other organizations, and the way out.

import { IconCheck, IconUserCircle } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { type Session, switchSeat } from "../data/api.ts";
import { useAct } from "../data/data.ts";
import { enterSession } from "../data/session.ts";
import { Link, navigate, usePath } from "../router.tsx";
import { showWord } from "../values/format.ts";
import classes from "./account.module.css";
import { useLeave } from "./leave.ts";
import shell from "./shell.module.css";
import { shellWords } from "./words.ts";

const words = shellWords.account;

type AccountProps = { session: Session; person: NonNullable<Session["person"]> };

export default function Account({ session, person }: AccountProps) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const path = usePath();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link in it was followed.
  useEffect(() => setOpen(false), [path]);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: Event) => {
      if (!place.current?.contains(target as Node)) setOpen(false);
    };
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    document.addEventListener("keydown", closeByKey);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
      document.removeEventListener("keydown", closeByKey);
    };
  }, [isOpen]);
  return (
    <div className={classes.place} ref={place}>
      <button
        type="button"
        ref={button}
        className={shell.act}
        aria-label={words.label(person.name)}
        title={person.name}
        aria-expanded={isOpen}
        aria-controls="account"
        onClick={() => setOpen(!isOpen)}
      >
        <IconUserCircle size={18} stroke={1.5} aria-hidden />
      </button>
      <div id="account" className={classes.panel} hidden={!isOpen}>
        <p className={classes.person}>
          <b>{person.name}</b>
          <span>{person.email}</span>
        </p>
        <Link to="/me" className={classes.entry} onClick={() => setOpen(false)}>
          {words.me}
        </Link>
        <Seats session={session} />
        <Leave />
      </div>
    </div>
  );
}

/** The organizations of the person, and the operator's pages for staff. Nothing if there is no other. */
function Seats({ session }: { session: Session }) {
  const memberships = session.memberships ?? [];
  const go = useAct(switchSeat, {
    onDone: (next) => {
      enterSession(next);
      navigate("/");
    },
  });
  const isStaff = session.staff_role !== null;
  if (memberships.length + Number(isStaff) < 2 && session.view_expires_at === null) return null;
  const isViewing = session.view_expires_at !== null;
  return (
    <ul className={classes.seats} aria-label={words.organizations}>
      {memberships.map(({ organization_id, organization_name, role }) => (
        <Seat
          key={organization_id}
          name={organization_name}
          role={role}
          isHere={!isViewing && session.organization_id === organization_id}
          isBusy={go.isPending}
          choose={() => go.mutate({ organization_id })}
        />
      ))}
      {isStaff && (
        <Seat
          name={words.operator}
          role={session.staff_role ?? ""}
          isHere={session.kind === "operator"}
          isBusy={go.isPending}
          choose={() => go.mutate({ operator: true })}
        />
      )}
    </ul>
  );
}

type SeatProps = { name: string; role: string; isHere: boolean; isBusy: boolean; choose: () => void };

function Seat({ name, role, isHere, isBusy, choose }: SeatProps) {
  return (
    <li>
      <button
        type="button"
        className={classes.entry}
        aria-current={isHere || undefined}
        disabled={isBusy}
        onClick={() => !isHere && choose()}
      >
        <span className={classes.name}>{name}</span>
        <span className={classes.role}>{showWord(role)}</span>
        {isHere && <IconCheck size={16} aria-hidden />}
      </button>
    </li>
  );
}

function Leave() {
  const leave = useLeave();
  return (
    <button type="button" className={classes.entry} disabled={leave.isPending} onClick={() => leave.mutate(undefined)}>
      {shellWords.signOut}
    </button>
  );
}
