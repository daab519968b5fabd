// Asks once before something is done with several releases, shows how far it is, and in the end what became of each. Loaded when
// it is first asked for.

import { Anchor, Button, Group, Modal, Progress, Stack, Text, TextInput } from "@mantine/core";
import type { ListedRelease } from "@segue/sdk";
import { type FormEvent, type ReactNode, useState } from "react";
import { segue } from "../../../data/api.ts";
import { useRead } from "../../../data/data.ts";
import { Refused } from "../../../forms/refused.tsx";
import { TerritoryPicker } from "../../../forms/territory-picker.tsx";
import { Link } from "../../../router.tsx";
import { StoreChecklist } from "../../deliveries/store-checklist.tsx";
import classes from "./act-on-many.module.css";
import { canBeDelivered, countOf, deliverTo, isAtStores, takeDown } from "./acts.ts";
import { type ActOnOne, type Outcome, type Run, useRun } from "./run.ts";

export type ManyAct = "deliver" | "takedown";
type ActOnManyProps = { act: ManyAct; releases: readonly ListedRelease[]; close: () => void };

export default function ActOnMany({ act, releases, close }: ActOnManyProps) {
  const Form = act === "deliver" ? DeliverMany : TakeDownMany;
  return <Form releases={releases} close={close} />;
}

type FormProps = Omit<ActOnManyProps, "act">;

function DeliverMany({ releases, close }: FormProps) {
  const [store_ids, setStoreIds] = useState<readonly string[]>([]);
  const [territory_codes, setTerritories] = useState<readonly string[]>(["WORLDWIDE"]);
  const licensed = useRead(["stores.territories"], () => segue.stores.territories(), { isSteady: true });
  const fitting = releases.filter(canBeDelivered);
  const what = countOf(fitting.length, "release");
  return (
    <Question
      title={`Deliver ${what}`}
      action={store_ids.length > 0 ? `Deliver ${what} to ${countOf(store_ids.length, "store")}` : `Deliver ${what}`}
      isBlocked={store_ids.length === 0 || territory_codes.length === 0}
      words={{ done: "Delivery started for", goOn: "Deliver" }}
      fitting={fitting}
      leftOut={leftOutText(releases.length - fitting.length, { one: "draft is", many: "drafts are" }, "Submit first.")}
      act={deliverTo({ store_ids, territory_codes })}
      close={close}
    >
      <StoreChecklist chosen={store_ids} onChoose={setStoreIds} />
      <TerritoryPicker
        label="Where the stores may offer them"
        worldwide="Everywhere that each release, its stores and your licence allow"
        value={territory_codes}
        onChange={setTerritories}
        codes={licensed.data?.data.map(({ code }) => code)}
      />
    </Question>
  );
}

function TakeDownMany({ releases, close }: FormProps) {
  const [reason, setReason] = useState("");
  const fitting = releases.filter(isAtStores);
  const what = countOf(fitting.length, "release");
  return (
    <Question
      title={`Take down ${what}`}
      action={`Take down ${what} everywhere`}
      isFinal
      words={{ done: "Takedown requested for", goOn: "Take down" }}
      fitting={fitting}
      leftOut={leftOutText(releases.length - fitting.length, {
        one: "release at no store is",
        many: "releases at no store are",
      })}
      act={takeDown(reason.trim())}
      close={close}
    >
      <Text size="sm">
        Every store that has one of these releases is asked to remove it. That typically takes 24 to 72 hours. Listeners
        lose them there; to bring one back, deliver it anew.
      </Text>
      <TextInput
        label="Reason"
        description="Sent to the stores. Optional."
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={500}
      />
    </Question>
  );
}

function leftOutText(count: number, { one, many }: { one: string; many: string }, hint = ""): string | undefined {
  return count === 0 ? undefined : `${count} ${count === 1 ? one : many} left out. ${hint}`.trim();
}

type QuestionProps = {
  title: string;
  /** The words of the button that begins. */
  action: string;
  isBlocked?: boolean;
  isFinal?: boolean;
  /** "Delivery started for 11", "Deliver the 2 left". */
  words: { done: string; goOn: string };
  fitting: readonly ListedRelease[];
  leftOut: string | undefined;
  act: ActOnOne;
  close: () => void;
  children: ReactNode;
};

function Question(props: QuestionProps) {
  const { title, action, isBlocked = false, isFinal = false, words, fitting, leftOut, act, close, children } = props;
  // What is done with them changes the list behind: those that were asked about stay.
  const [asked] = useState(fitting);
  const run = useRun(asked, act);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run.start();
  };
  return (
    <Modal
      opened
      onClose={run.isRunning ? run.stop : close}
      title={title}
      size={640}
      centered
      closeOnClickOutside={!run.isBegun}
      closeButtonProps={{ "aria-label": run.isRunning ? "Stop" : "Close" }}
    >
      {run.isBegun ? (
        <Outcomes run={run} words={words} close={close} />
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack>
            <Titles releases={asked} leftOut={leftOut} />
            {asked.length > 0 && children}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              {asked.length > 0 && (
                <Button type="submit" disabled={isBlocked} {...(isFinal && { color: "red" })}>
                  {action}
                </Button>
              )}
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

const SHOWN_TITLES = 5;

function Titles({ releases, leftOut }: { releases: readonly ListedRelease[]; leftOut: string | undefined }) {
  const titles = releases.slice(0, SHOWN_TITLES).map(({ title }) => title);
  const more = releases.length - titles.length;
  return (
    <div>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {titles.join(", ")}
        {more > 0 && ` and ${more} more`}
        {titles.length === 0 && "None of the selected releases fits."}
      </Text>
      {leftOut && (
        <Text size="sm" c="dimmed">
          {leftOut}
        </Text>
      )}
    </div>
  );
}

function Outcomes({ run, words, close }: { run: Run; words: QuestionProps["words"]; close: () => void }) {
  const { outcomes, isRunning } = run;
  const count = (...states: Outcome["state"][]) => outcomes.filter(({ state }) => states.includes(state)).length;
  const ended = count("done", "none", "failed");
  const left = count("waiting", "failed");
  return (
    <Stack>
      <Progress
        value={(ended / outcomes.length) * 100}
        aria-label="Releases that are done"
        size="sm"
        transitionDuration={0}
      />
      <Text fw={600} role="status">
        {isRunning ? `${ended} of ${outcomes.length} …` : summaryOf(words.done, count)}
      </Text>
      <Refused error={isRunning ? null : run.error} />
      <ul className={classes.outcomes}>
        {outcomes.map((outcome) => (
          <OutcomeRow key={outcome.release.id} outcome={outcome} />
        ))}
      </ul>
      <Group justify="flex-end" gap="xs">
        {isRunning ? (
          <Button variant="default" onClick={run.stop}>
            Stop after this one
          </Button>
        ) : (
          <>
            {left > 0 && (
              <Button variant="default" onClick={run.goOn}>
                {words.goOn} the {left} left
              </Button>
            )}
            <Button onClick={close}>Done</Button>
          </>
        )}
      </Group>
    </Stack>
  );
}

/** "Delivery started for 11; 1 failed; 2 not begun". */
function summaryOf(done: string, count: (...states: Outcome["state"][]) => number): string {
  const others = [
    [count("none"), "had nothing to do"],
    [count("failed"), "failed"],
    [count("waiting"), "not begun"],
  ] as const;
  return [`${done} ${count("done")}`, ...others.flatMap(([of, what]) => (of > 0 ? [`${of} ${what}`] : []))].join("; ");
}

const stateWords: Readonly<Record<Outcome["state"], string>> = {
  waiting: "Not begun",
  running: "Under way…",
  done: "",
  none: "",
  failed: "",
};

function OutcomeRow({ outcome: { release, state, text } }: { outcome: Outcome }) {
  return (
    <li className={classes.outcome} data-state={state}>
      <Anchor component={Link} to={`/releases/${release.id}`} className={classes.title}>
        {release.title}
      </Anchor>
      <span className={classes.text}>{text || stateWords[state]}</span>
    </li>
  );
}
