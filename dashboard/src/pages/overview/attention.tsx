// What only the partner can mend, each with the page where that is done.

import { Anchor, Button, Card, Group, Stack, Text } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useRelease } from "../../components/release-name.tsx";
import { Section } from "../../components/section.tsx";
import { Ready } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { segue } from "../../data/api.ts";
import { useAct, useRead } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { useStoreName } from "../../data/stores.ts";
import { Link } from "../../router.tsx";
import { type Concern, findConcerns } from "./concerns.ts";

const SHOWN = 8;

/** What there may be concerns about. */
const watched = ["deliveries:read", "catalog:read", "payouts:read", "webhooks:read"] as const;

export function Attention() {
  const may = useMay();
  const canSee = watched.every(may);
  const concerns = useRead(["concerns"], () => findConcerns(may), { isLive: "slowly" });
  return (
    <Section title="Needs attention">
      <Ready of={concerns}>
        {(found) =>
          found.length === 0 ? (
            <Card withBorder>
              <Group gap="xs" wrap="nowrap">
                <IconCheck size={18} aria-hidden />
                <Text size="sm">
                  {canSee ? "All is well: nothing waits for you." : "Nothing that this key may see."}
                </Text>
              </Group>
            </Card>
          ) : (
            <Stack gap="xs">
              {found.slice(0, SHOWN).map((concern) => (
                <ConcernCard key={concern.id} concern={concern} />
              ))}
              {found.length > SHOWN && (
                <Text size="sm" c="dimmed">
                  And {found.length - SHOWN} more.
                </Text>
              )}
            </Stack>
          )
        }
      </Ready>
    </Section>
  );
}

function ConcernCard({ concern }: { concern: Concern }) {
  const { release_id, status, stores = [], reason, to, action } = concern;
  const release = useRelease(release_id ?? "");
  const nameOf = useStoreName();
  const title = release_id ? (release?.title ?? release_id) : concern.title;
  return (
    <Card withBorder padding="sm">
      <Stack gap={4}>
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Status value={status} />
            <Text size="sm" fw={600} truncate visibleFrom="sm">
              {title}
            </Text>
          </Group>
          {to ? (
            <Anchor component={Link} to={to} size="sm" style={{ flex: "none" }} aria-label={`${action}: ${title}`}>
              {action}
            </Anchor>
          ) : (
            <RemoveButton asset_id={concern.id} label={action} title={title} />
          )}
        </Group>
        <Text size="sm" fw={600} lineClamp={2} hiddenFrom="sm" style={{ overflowWrap: "anywhere" }}>
          {title}
        </Text>
        {(stores.length > 0 ? stores.map((store) => `${nameOf(store.store_id)}: ${store.reason}`) : [reason]).map(
          (text) => (
            <Text key={text} size="sm" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
              {text}
            </Text>
          ),
        )}
      </Stack>
    </Card>
  );
}

/** A file that nothing uses. */
function RemoveButton({ asset_id, label, title }: { asset_id: string; label: string; title: string }) {
  const remove = useAct(segue.assets.delete, { done: "The file is removed" });
  return (
    <Button
      size="compact-sm"
      variant="default"
      style={{ flex: "none" }}
      loading={remove.isPending}
      onClick={() => remove.mutate(asset_id)}
      aria-label={`${label}: ${title}`}
    >
      {label}
    </Button>
  );
}
