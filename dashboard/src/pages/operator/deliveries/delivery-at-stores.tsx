// One delivery, store by store: how it stands, what happened, and the store's answer entered by hand.

import { Anchor, Button, Card, Group, List, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { DeliveryStore, OrganizationDelivery, StoreAnswer, StoreAnswerStatus } from "@segue/sdk";
import { Facts } from "../../../components/facts.tsx";
import { Id } from "../../../components/id.tsx";
import { countAtStores, standingOf } from "../../../components/standing.ts";
import { Status } from "../../../components/status.tsx";
import { StatusLine } from "../../../components/status-line.tsx";
import { segue } from "../../../data/api.ts";
import { fieldErrors, useAct } from "../../../data/data.ts";
import { Refused } from "../../../forms/refused.tsx";
import { Link } from "../../../router.tsx";
import { showAgo, showTerritories, showTime, showWord } from "../../../values/format.ts";
import { useOperatorStoreName } from "../stores/store-names.ts";

export function DeliveryAtStores({ delivery }: { delivery: OrganizationDelivery }) {
  return (
    <Stack>
      <Facts
        of={[
          [
            "Status",
            <StatusLine
              key="status"
              {...standingOf(countAtStores(delivery))}
              status={<code>{delivery.status}</code>}
              size="sm"
            />,
          ],
          ["Delivery", <Id key="id" value={delivery.id} />],
          ["Release", delivery.release_title ?? delivery.release_id],
          ["Created", showTime(delivery.created_at)],
          [
            "Organization",
            <Anchor
              key="owner"
              component={Link}
              to={`/organizations/${delivery.organization_id}`}
              inherit
              underline="always"
            >
              {delivery.organization_name ?? delivery.organization_id}
            </Anchor>,
          ],
          ["Territories", showTerritories(delivery.territory_codes)],
        ]}
      />
      <Title order={2} size="h5">
        Stores
      </Title>
      {delivery.stores.map((store) => (
        <AtStore key={store.store_id} delivery_id={delivery.id} store={store} />
      ))}
    </Stack>
  );
}

function AtStore({ delivery_id, store }: { delivery_id: string; store: DeliveryStore }) {
  const nameOf = useOperatorStoreName();
  const [isOpen, form] = useDisclosure();
  const name = nameOf(store.store_id);
  const reason = [store.rejection_code, store.rejection_reason].filter(Boolean).join(": ");
  return (
    <Card withBorder component="section" aria-label={name}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={3} size="h6">
            {name}
          </Title>
          <Status value={store.status} />
        </Group>
        {store.stalled_reason && store.status === "stalled" && (
          <Text size="sm">
            Stalled {store.stalled_since && showAgo(store.stalled_since)}: {store.stalled_reason}
          </Text>
        )}
        {reason && <Text size="sm">{reason}</Text>}
        <List size="xs" listStyleType="none" spacing={2} aria-label={`What happened at ${name}`}>
          {store.history.map(({ status, at, is_ignored }) => (
            <List.Item key={`${at} ${status}`}>
              {showTime(at)} · {showWord(status)}
              {is_ignored && " (came too late)"}
            </List.Item>
          ))}
        </List>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            component={Link}
            to={`/stores/${store.store_id}?delivery_id=${delivery_id}`}
          >
            Messages
          </Button>
          {!isOpen && (
            <Button size="xs" variant="default" onClick={form.open} aria-label={`Enter its answer: ${name}`}>
              Enter its answer
            </Button>
          )}
        </Group>
        {isOpen && <AnswerForm delivery_id={delivery_id} store={store} onClose={form.close} />}
      </Stack>
    </Card>
  );
}

const answers: Readonly<Record<StoreAnswerStatus, string>> = {
  delivered: "Delivered: the release is live",
  rejected: "Rejected",
  action_required: "Action required: the store asks for a change",
  taken_down: "Taken down",
};

type Answered = Required<StoreAnswer>;

type AnswerFormProps = { delivery_id: string; store: DeliveryStore; onClose: () => void };

function AnswerForm({ delivery_id, store, onClose }: AnswerFormProps) {
  const status: StoreAnswer["status"] = store.status === "takedown_requested" ? "taken_down" : "delivered";
  const form = useForm<Answered>({ initialValues: { status, rejection_code: "", rejection_reason: "" } });
  const report = useAct(
    (answer: StoreAnswer) => segue.operator.deliveries.report(delivery_id, store.store_id, answer),
    {
      done: "The store's answer is entered.",
      isQuiet: true,
      onDone: onClose,
    },
  );
  const isRefusal = form.values.status === "rejected" || form.values.status === "action_required";
  const submit = form.onSubmit(({ status, rejection_code, rejection_reason }) =>
    report.mutate(
      {
        status,
        ...(isRefusal && rejection_code && { rejection_code }),
        ...(isRefusal && rejection_reason && { rejection_reason }),
      },
      { onError: (error) => form.setErrors(fieldErrors(error)) },
    ),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Refused error={report.error} />
        <Select
          label="What the store answered"
          data={Object.entries(answers).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          {...form.getInputProps("status")}
        />
        {isRefusal && (
          <>
            <TextInput label="Code" placeholder="artwork_too_small" {...form.getInputProps("rejection_code")} />
            <TextInput
              label="Reason"
              description="The organization sees it."
              inputWrapperOrder={["label", "input", "description", "error"]}
              {...form.getInputProps("rejection_reason")}
            />
          </>
        )}
        <Group gap="xs">
          <Button size="xs" type="submit" loading={report.isPending}>
            Enter the answer
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
