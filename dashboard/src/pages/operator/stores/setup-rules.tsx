// The last step of a new store: the rules of its messages and releases. Then it is opened, if its test has passed.

import { Anchor, Button, Text } from "@mantine/core";
import type { OperatorStore } from "@segue/sdk";
import { showToast } from "../../../data/toasts.ts";
import { Link, navigate } from "../../../router.tsx";
import { Capabilities, MessageRules, RequirementFields, Territories } from "./rule-fields.tsx";
import { SetupFrame, type SetupFrameProps } from "./setup-frame.tsx";

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
  const open = () => saveThen(leave(`${name} is open for deliveries.`), { status: "active" });
  const keep = () => saveThen(leave(`${name} stays paused. Its page leads back to its setup.`));
  return (
    <SetupFrame
      {...frame}
      onNext={open}
      actions={
        <>
          <Button type="submit" loading={isBusy} disabled={outcome !== "passed"}>
            Open {name} for deliveries
          </Button>
          <Button variant="default" loading={isBusy} onClick={keep}>
            Keep paused
          </Button>
          {outcome !== "passed" && (
            <Text size="sm" c="dimmed" role="status">
              Opens once its{" "}
              <Anchor component={Link} to={`${path}?step=test`} inherit underline="always">
                test
              </Anchor>{" "}
              has passed.
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
