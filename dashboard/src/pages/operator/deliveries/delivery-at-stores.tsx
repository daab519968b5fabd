// One delivery, store by store: how it stands, what happened, and the store's answer entered by hand.

import { Anchor, Button, Card, Group, List, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { DeliveryStore, OrganizationDelivery, StoreAnswer } from "@segue/sdk";
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
import { answerWords, openedDeliveryWords } from "./words.ts";

const words = openedDeliveryWords;

export function DeliveryAtStores({ delivery }: { delivery: OrganizationDelivery }) {
  return (
    <Stack>
      <Facts
        of={[
          [
            words.status,
            <StatusLine
              key="status"
              {...standingOf(countAtStores(delivery))}
              status={<code>{delivery.status}</code>}
              size="sm"
            />,
          ],
          [words.delivery, <Id key="id" value={delivery.id} />],
          [words.release, delivery.release_title ?? delivery.release_id],
          [words.created, showTime(delivery.created_at)],
          [
            words.organization,
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
          [words.territories, showTerritories(delivery.territory_codes)],
        ]}
      />
      <Title order={2} size="h5">
        {words.stores}
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
            {words.stalled(store.stalled_since ? showAgo(store.stalled_since) : "", store.stalled_reason)}
          </Text>
        )}
        {reason && <Text size="sm">{reason}</Text>}
        <List size="xs" listStyleType="none" spacing={2} aria-label={words.history(name)}>
          {store.history.map(({ status, at, is_ignored }) => (
            <List.Item key={`${at} ${status}`}>
              {showTime(at)} · {showWord(status)}
              {is_ignored && ` ${words.late}`}
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
            {words.messages}
          </Button>
          {!isOpen && (
            <Button size="xs" variant="default" onClick={form.open} aria-label={words.enterAnswerOf(name)}>
              {words.enterAnswer}
            </Button>
          )}
        </Group>
        {isOpen && <AnswerForm delivery_id={delivery_id} store={store} onClose={form.close} />}
      </Stack>
    </Card>
  );
}

/** A code as stores send it. */
const CODE_EXAMPLE = "artwork_too_small";

type Answered = Required<StoreAnswer>;

type AnswerFormProps = { delivery_id: string; store: DeliveryStore; onClose: () => void };

function AnswerForm({ delivery_id, store, onClose }: AnswerFormProps) {
  const status: StoreAnswer["status"] = store.status === "takedown_requested" ? "taken_down" : "delivered";
  const form = useForm<Answered>({ initialValues: { status, rejection_code: "", rejection_reason: "" } });
  const report = useAct(
    (answer: StoreAnswer) => segue.operator.deliveries.report(delivery_id, store.store_id, answer),
    {
      done: answerWords.done,
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
          label={answerWords.label}
          data={Object.entries(answerWords.answers).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          {...form.getInputProps("status")}
        />
        {isRefusal && (
          <>
            <TextInput label={answerWords.code} placeholder={CODE_EXAMPLE} {...form.getInputProps("rejection_code")} />
            <TextInput
              label={answerWords.reason}
              description={answerWords.reasonHint}
              inputWrapperOrder={["label", "input", "description", "error"]}
              {...form.getInputProps("rejection_reason")}
            />
          </>
        )}
        <Group gap="xs">
          <Button size="xs" type="submit" loading={report.isPending}>
            {answerWords.send}
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            {answerWords.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
