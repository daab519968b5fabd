// The last step of a new store: the rules of its messages and releases. Then it is opened, if its test has passed.

import { Anchor, Button, Text } from "@mantine/core";
import type { OperatorStore } from "@segue/sdk";
import { showToast } from "../../../data/toasts.ts";
import { Link, navigate } from "../../../router.tsx";
import { Capabilities, MessageRules, RequirementFields, Territories } from "./rule-fields.tsx";
import { SetupFrame, type SetupFrameProps } from "./setup-frame.tsx";
import { setupWords } from "./words.ts";

type RulesStepProps = Omit<SetupFrameProps, "children"> & {
  store: OperatorStore;
  saveThen: (then: () => void, changes?: { status?: "active" }) => void;
};

export function RulesStep({ store, saveThen, isBusy = false, ...frame }: RulesStepProps) {
  const { form, path, outcome } = frame;
  const { store_id, name } = store;
  const leave = (message: string) => () => {
    showToast({ tone: "good", message });
    navigate(`/stores/${store_id}`);
  };
  const open = () => saveThen(leave(setupWords.opened(name)), { status: "active" });
  const keep = () => saveThen(leave(setupWords.keptPaused(name)));
  return (
    <SetupFrame
      {...frame}
      onNext={open}
      actions={
        <>
          <Button type="submit" loading={isBusy} disabled={outcome !== "passed"}>
            {setupWords.open(name)}
          </Button>
          <Button variant="default" loading={isBusy} onClick={keep}>
            {setupWords.keepPaused}
          </Button>
          {outcome !== "passed" && (
            <Text size="sm" c="dimmed" role="status">
              {setupWords.opensOnce}{" "}
              <Anchor component={Link} to={`${path}?step=test`} inherit underline="always">
                {setupWords.opensOnceTest}
              </Anchor>{" "}
              {setupWords.opensOnceEnd}
            </Text>
          )}
        </>
      }
    >
      <MessageRules form={form} />
      <Capabilities form={form} />
      <RequirementFields form={form} />
      <Territories form={form} />
    </SetupFrame>
  );
}
