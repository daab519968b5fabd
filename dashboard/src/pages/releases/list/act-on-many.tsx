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
import { canBeDelivered, deliverTo, isAtStores, takeDown } from "./acts.ts";
import { type ActOnOne, type Outcome, type Run, useRun } from "./run.ts";
import { deliverManyWords, manyWords, takeDownManyWords } from "./words.ts";

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
  return (
    <Question
      action={deliverManyWords.action(fitting.length, store_ids.length)}
      isBlocked={store_ids.length === 0 || territory_codes.length === 0}
      words={deliverManyWords}
      fitting={fitting}
      leftOut={releases.length - fitting.length}
      act={deliverTo({ store_ids, territory_codes })}
      close={close}
    >
      <StoreChecklist chosen={store_ids} onChoose={setStoreIds} />
      <TerritoryPicker
        label={deliverManyWords.territories}
        worldwide={deliverManyWords.worldwide}
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
  return (
    <Question
      action={takeDownManyWords.action(fitting.length)}
      isFinal
      words={takeDownManyWords}
      fitting={fitting}
      leftOut={releases.length - fitting.length}
      act={takeDown(reason.trim())}
      close={close}
    >
      <Text size="sm">{takeDownManyWords.hint}</Text>
      <TextInput
        label={takeDownManyWords.reason}
        description={takeDownManyWords.reasonHint}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={500}
      />
    </Question>
  );
}

type QuestionProps = {
  /** The words of the button that begins. */
  action: string;
  isBlocked?: boolean;
  isFinal?: boolean;
  words: Record<"title" | "done" | "goOn" | "leftOut", (releases: number) => string>;
  fitting: readonly ListedRelease[];
  /** How many of the selected do not fit. */
  leftOut: number;
  act: ActOnOne;
  close: () => void;
  children: ReactNode;
};

function Question(props: QuestionProps) {
  const { action, isBlocked = false, isFinal = false, words, fitting, leftOut, act, close, children } = props;
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
      title={words.title(fitting.length)}
      size={640}
      centered
      closeOnClickOutside={!run.isBegun}
      closeButtonProps={{ "aria-label": run.isRunning ? manyWords.stop : manyWords.close }}
    >
      {run.isBegun ? (
        <Outcomes run={run} words={words} close={close} />
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack>
            <Titles releases={asked} leftOut={leftOut > 0 ? words.leftOut(leftOut) : undefined} />
            {asked.length > 0 && children}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                {manyWords.cancel}
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
        {more > 0 && ` ${manyWords.more(more)}`}
        {titles.length === 0 && manyWords.noneFits}
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
        aria-label={manyWords.progressLabel}
        size="sm"
        transitionDuration={0}
      />
      <Text fw={600} role="status">
        {isRunning ? manyWords.progress(ended, outcomes.length) : summaryOf(words.done(count("done")), count)}
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
            {manyWords.stopAfter}
          </Button>
        ) : (
          <>
            {left > 0 && (
              <Button variant="default" onClick={run.goOn}>
                {words.goOn(left)}
              </Button>
            )}
            <Button onClick={close}>{manyWords.end}</Button>
          </>
        )}
      </Group>
    </Stack>
  );
}

/** "Delivery started for 11; 1 failed; 2 not begun". */
function summaryOf(done: string, count: (state: Outcome["state"]) => number): string {
  const others = (["none", "failed", "waiting"] as const).flatMap((state) =>
    count(state) > 0 ? [manyWords.others[state](count(state))] : [],
  );
  return [done, ...others].join("; ");
}

function OutcomeRow({ outcome: { release, state, text } }: { outcome: Outcome }) {
  return (
    <li className={classes.outcome} data-state={state}>
      <Anchor component={Link} to={`/releases/${release.id}`} className={classes.title}>
        {release.title}
      </Anchor>
      <span className={classes.text}>{text || manyWords.states[state]}</span>
    </li>
  );
}
