// For those who write programs against the API: keys, what their calls did, and where it is all explained.

import { Alert, Anchor, Card, SimpleGrid, Stack, Text } from "@mantine/core";
import {
  IconApi,
  IconBook,
  IconBrandTypescript,
  IconListSearch,
  IconSpeakerphone,
  IconWebhook,
} from "@tabler/icons-react";
import { CopiedText } from "../../components/copied-text.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Section } from "../../components/section.tsx";
import { useMay } from "../../data/session.ts";
import { Link } from "../../router.tsx";
import { ApiKeys } from "./api-keys.tsx";

export default function Developers() {
  const may = useMay();
  return (
    <>
      <PageHead title="Developers" about="Keys for your programs, and what their calls did." />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
          <Place icon={IconListSearch} to="/request-log" title="Request log">
            Every call of the last 7 days, live, with its request id.
          </Place>
          <Place icon={IconWebhook} to="/events" title="Events">
            What happened, with payloads and attempts.
          </Place>
          <Place icon={IconSpeakerphone} to="/changelog" title="Changelog">
            What has changed in the API.
          </Place>
          <Place icon={IconBook} href="/docs" title="Documentation">
            Guides, and every operation with samples.
          </Place>
          <Place icon={IconBrandTypescript} href="/docs/sdk" title="SDK">
            The client for TypeScript that this dashboard uses.
          </Place>
          <Place icon={IconApi} href="/v1/openapi.json" title="OpenAPI">
            The description for your own tools.
          </Place>
        </SimpleGrid>
        <Section title="API base URL">
          <CopiedText text={`${location.origin}/v1`} label="API base URL" />
        </Section>
        {may("keys:write") ? (
          <ApiKeys />
        ) : (
          <Section title="API keys">
            <Alert color="blue">
              The key that you signed in with may not see or make keys. Sign in with one that has the scope{" "}
              <code>keys:write</code>, or ask the operator for a key.
            </Alert>
          </Section>
        )}
      </Stack>
    </>
  );
}

type PlaceProps = {
  icon: typeof IconBook;
  title: string;
  children: string;
  /** A page of the dashboard. */
  to?: string;
  /** A page beside it. */
  href?: string;
};

function Place({ icon: Icon, title, children, to, href }: PlaceProps) {
  const name = (
    <>
      <Icon size={18} aria-hidden style={{ verticalAlign: "text-bottom" }} /> {title}
    </>
  );
  return (
    <Card withBorder padding="sm">
      {to ? (
        <Anchor component={Link} to={to} fw={600} size="sm">
          {name}
        </Anchor>
      ) : (
        <Anchor href={href} fw={600} size="sm">
          {name}
        </Anchor>
      )}
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </Card>
  );
}
