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
import { developersWords } from "./words.ts";

const { places } = developersWords;
const NEEDED = "keys:write";

export default function Developers() {
  const may = useMay();
  return (
    <>
      <PageHead title={developersWords.title} about={developersWords.about} />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
          <Place icon={IconListSearch} to="/request-log" title={places.requestLog.title}>
            {places.requestLog.about}
          </Place>
          <Place icon={IconWebhook} to="/events" title={places.events.title}>
            {places.events.about}
          </Place>
          <Place icon={IconSpeakerphone} to="/changelog" title={places.changelog.title}>
            {places.changelog.about}
          </Place>
          <Place icon={IconBook} href="/docs" title={places.documentation.title}>
            {places.documentation.about}
          </Place>
          <Place icon={IconBrandTypescript} href="/docs/sdk" title={places.sdk.title}>
            {places.sdk.about}
          </Place>
          <Place icon={IconApi} href="/v1/openapi.json" title={places.openapi.title}>
            {places.openapi.about}
          </Place>
        </SimpleGrid>
        <Section title={developersWords.baseUrl}>
          <CopiedText text={`${location.origin}/v1`} label={developersWords.baseUrl} />
        </Section>
        {may(NEEDED) ? (
          <ApiKeys />
        ) : (
          <Section title={developersWords.keys.title}>
            <Alert color="blue">
              {developersWords.keys.hidden} <code>{NEEDED}</code>
              {developersWords.keys.afterScope}
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
