// The third step of a new store: its connection is tested, as often as it takes.

import { Button, Text } from "@mantine/core";
import type { OperatorStore, StoreTestReport } from "@segue/sdk";
import { type RefObject, useEffect, useState } from "react";
import { Section } from "../../../components/section.tsx";
import { segue } from "../../../data/api.ts";
import { useAct } from "../../../data/data.ts";
import { Refused } from "../../../forms/refused.tsx";
import { navigate } from "../../../router.tsx";
import { Testing } from "./connection-test.tsx";
import { connectorFormOf } from "./connector-forms.ts";
import { SetupFrame, type SetupFrameProps, type TestOutcome } from "./setup-frame.tsx";
import { connectionKey, fieldOfCheck } from "./setup-steps.ts";
import { StoreCredentials } from "./store-credentials.tsx";
import type { StoreFormOf } from "./store-settings.ts";
import { TestReport } from "./test-report.tsx";
import { setupWords, testWords } from "./words.ts";

/**
 * The last test, as long as it is about the connection that the form shows. `savedKey` is the connection that the service has:
 * a test is about that one. The first test begins by itself when its step is opened.
 */
export function useConnectionTest(store_id: string, form: StoreFormOf, savedKey: RefObject<string>) {
  const [tested, setTested] = useState<{ report: StoreTestReport; key: string }>();
  const [isDue, setDue] = useState(true);
  const test = useAct(
    async () => {
      const key = savedKey.current;
      return { key, report: await segue.operator.stores.test(store_id) };
    },
    { isQuiet: true, onDone: setTested },
  );
  const report = tested?.key === connectionKey(form.values) ? tested.report : undefined;
  const outcome: TestOutcome = report && (report.ok ? "passed" : "failed");
  const run = () => {
    setDue(false);
    test.mutate(undefined);
  };
  const forget = () => {
    setTested(undefined);
    setDue(true);
  };
  return { report, outcome, error: test.error, isRunning: test.isPending, isDue, run, forget };
}

type TestStepProps = Omit<SetupFrameProps, "children"> & {
  store: OperatorStore;
  test: ReturnType<typeof useConnectionTest>;
  isSaving: boolean;
  saveAndTest: () => void;
};

export function TestStep({ store, test, isSaving, saveAndTest, ...frame }: TestStepProps) {
  const { form, path } = frame;
  const { report, outcome, error, isRunning, isDue, run } = test;
  const kind = connectorFormOf(form.values.kind);
  useEffect(() => {
    if (isDue && !isRunning) run();
  });
  const mend = (check?: { name: string; detail: string }) => {
    navigate(`${path}?step=connection`);
    const field = check && fieldOfCheck(check.name, form.values.kind);
    if (!field) return;
    form.setFieldError(field, check.detail);
    requestAnimationFrame(() => form.getInputNode(field)?.focus());
  };
  const trust = (host_key: string) => {
    form.setFieldValue("settings.host_key", host_key);
    saveAndTest();
  };
  return (
    <SetupFrame
      {...frame}
      actions={
        <Actions
          outcome={outcome}
          isRunning={isRunning || isSaving}
          run={run}
          mend={() => mend(failureOf(report))}
          path={path}
        />
      }
    >
      <Section title={testWords.of(store.name)} about={testWords.about}>
        <div aria-live="polite">
          {isRunning ? (
            <Testing />
          ) : (
            report && <TestReport report={report} remedyOf={(check) => <TrustKey check={check} trust={trust} />} />
          )}
        </div>
        <Refused error={error} />
      </Section>
      {kind?.isFetched && <StoreCredentials store={store} />}
    </SetupFrame>
  );
}

const failureOf = (report: StoreTestReport | undefined) => report?.steps.find(({ ok }) => !ok);

type ActionsProps = { outcome: TestOutcome; isRunning: boolean; run: () => void; mend: () => void; path: string };

function Actions({ outcome, isRunning, run, mend, path }: ActionsProps) {
  const hasPassed = outcome === "passed";
  const next = (
    <Button variant={hasPassed ? "filled" : "default"} onClick={() => navigate(`${path}?step=rules`)}>
      {setupWords.toRules}
    </Button>
  );
  return (
    <>
      {hasPassed && next}
      {outcome === "failed" && <Button onClick={mend}>{setupWords.changeConnection}</Button>}
      <Button variant="default" loading={isRunning} onClick={run}>
        {setupWords.testAgain}
      </Button>
      {!hasPassed && next}
    </>
  );
}

type TrustKeyProps = { check: StoreTestReport["steps"][number]; trust: (host_key: string) => void };

/** The server shows its key before the login: a key that the store has published need not be typed. */
function TrustKey({ check: { name, detail }, trust }: TrustKeyProps) {
  const [shown] = name === "host_key" ? (/SHA256:[\w+/]+/.exec(detail) ?? []) : [];
  if (!shown) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => trust(shown)}>
        {setupWords.trustKey}
      </Button>
      <Text size="xs" c="dimmed">
        {setupWords.trustKeyHint}
      </Text>
    </>
  );
}
