// A store is added in four steps: what it is, how it is reached, whether that works, and by which rules. Once its connection
// is entered the service keeps the store, paused. Until it is opened, its page leads back here.

import { useForm } from "@mantine/form";
import type { OperatorStore } from "@segue/sdk";
import { useRef } from "react";
import { PageHead } from "../../../components/page-head.tsx";
import { Empty, Loading, Ready } from "../../../components/states.tsx";
import { segue } from "../../../data/api.ts";
import { useAct } from "../../../data/data.ts";
import { navigate, type PageProps, useFilter } from "../../../router.tsx";
import { Connection } from "./connector-fields.tsx";
import { SetupFrame, useMending } from "./setup-frame.tsx";
import { RulesStep } from "./setup-rules.tsx";
import { connectionKey, isSetupStep, missingIn, type SetupStep } from "./setup-steps.ts";
import { TestStep, useConnectionTest } from "./setup-test.tsx";
import { WhatStep } from "./setup-what.tsx";
import { useOperatorStores } from "./store-names.ts";
import { newStore, type StoreValues, storeBodyOf, storeChangesOf, storeValuesOf } from "./store-settings.ts";
import { setupWords, storeListWords, storeWords } from "./words.ts";

export default function StoreSetup({ params: { store_id } }: PageProps) {
  return store_id === undefined ? <NewStore /> : <KeptStore store_id={store_id} />;
}

function NewStore() {
  const form = useForm<StoreValues>({ initialValues: newStore, validate: missingIn });
  const [asked] = useFilter("step");
  const isNamed = Object.keys(missingIn(form.values)).length === 0;
  const step = asked === "connection" && isNamed ? "connection" : "what";
  const mend = useMending(form, "/stores/new", step);
  const create = useAct(
    (values: StoreValues) => segue.operator.stores.create({ ...storeBodyOf(values), status: "paused" }),
    {
      isQuiet: true,
      onDone: ({ store_id }) => navigate(`/stores/${store_id}/setup?step=test`, { replaces: true }),
    },
  );
  const frame = { title: setupWords.title, path: "/stores/new", form, error: create.error };
  if (step === "what")
    return (
      <SetupFrame
        {...frame}
        current={step}
        next={setupWords.toConnection}
        onNext={() => navigate("/stores/new?step=connection")}
      >
        <WhatStep form={form} isNew />
      </SetupFrame>
    );
  return (
    <SetupFrame
      {...frame}
      current={step}
      next={setupWords.addAndTest}
      isBusy={create.isPending}
      onNext={() => create.mutate(form.getValues(), { onError: mend })}
    >
      <Connection form={form} held={[]} />
    </SetupFrame>
  );
}

function KeptStore({ store_id }: { store_id: string }) {
  const stores = useOperatorStores();
  const store = stores.data?.find((one) => one.store_id === store_id);
  // A store that was just added is not in the list that was read before.
  if (!store && stores.isFetching) return <Loading />;
  return (
    <Ready of={stores}>
      {() =>
        store ? (
          <Steps key={store_id} store={store} />
        ) : (
          <>
            <PageHead title={store_id} back={{ to: "/stores", label: storeListWords.title }} />
            <Empty title={storeWords.unknown}>{storeWords.unknownHint}</Empty>
          </>
        )
      }
    </Ready>
  );
}

function Steps({ store }: { store: OperatorStore }) {
  const { store_id, name } = store;
  const path = `/stores/${store_id}/setup`;
  const form = useForm<StoreValues>({ initialValues: storeValuesOf(store), validate: missingIn });
  const [asked] = useFilter("step");
  const step: SetupStep = isSetupStep(asked) ? asked : "test";
  const mend = useMending(form, path, step);
  const savedKey = useRef(connectionKey(form.values));
  const test = useConnectionTest(store_id, form, savedKey);
  const save = useAct(
    ({ status, ...values }: StoreValues & { status?: "active" }) => {
      return segue.operator.stores.update(store_id, { ...storeChangesOf(values), ...(status && { status }) });
    },
    {
      isQuiet: true,
      onDone: () => {
        form.setFieldValue("secrets", {});
        savedKey.current = connectionKey(form.getValues());
      },
    },
  );
  const saveThen = (then: () => void, changes: { status?: "active" } = {}) =>
    save.mutate({ ...form.getValues(), ...changes }, { onSuccess: then, onError: mend });
  const saveAndTest = () =>
    saveThen(() => {
      test.forget();
      navigate(`${path}?step=test`);
    });
  const frame = {
    title: setupWords.titleOf(name),
    path,
    form,
    current: step,
    outcome: test.outcome,
    error: save.error,
  };
  const held = store.connector.kind === form.values.kind ? store.connector_secrets : [];
  if (step === "what")
    return (
      <SetupFrame {...frame} next={setupWords.toConnection} onNext={() => navigate(`${path}?step=connection`)}>
        <WhatStep form={form} isNew={false} />
      </SetupFrame>
    );
  if (step === "connection")
    return (
      <SetupFrame {...frame} next={setupWords.saveAndTest} isBusy={save.isPending} onNext={saveAndTest}>
        <Connection form={form} held={held} />
      </SetupFrame>
    );
  if (step === "test")
    return <TestStep {...frame} store={store} test={test} isSaving={save.isPending} saveAndTest={saveAndTest} />;
  return <RulesStep {...frame} store={store} isBusy={save.isPending} saveThen={saveThen} />;
}
