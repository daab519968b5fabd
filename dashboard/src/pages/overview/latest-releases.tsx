import { Card, SimpleGrid } from "@mantine/core";
import type { Release } from "@segue/sdk";
import { ReleaseName } from "../../components/release-name.tsx";
import { Section } from "../../components/section.tsx";
import { Empty, Ready } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { Link } from "../../router.tsx";
import classes from "./overview.module.css";

const SHOWN = 6;

const nextYear = () => new Date().getUTCFullYear() + 1;

export function RecentReleases() {
  const list = useRead(["releases.list", SHOWN], () => segue.releases.list({ limit: SHOWN }));
  return (
    <Section title="Recent releases" more={{ to: "/releases", label: "All releases" }}>
      <Ready of={list}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty
              title="No releases yet"
              example={`npx segue release create --title "First Light" --artist "Vera Lux" --date ${nextYear()}-03-01`}
            >
              A release holds your tracks, their sound and its artwork. Create one here, by the API or by the command
              line.
            </Empty>
          ) : (
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
              {data.map((release) => (
                <ReleaseCard key={release.id} release={release} />
              ))}
            </SimpleGrid>
          )
        }
      </Ready>
    </Section>
  );
}

function ReleaseCard({ release }: { release: Release }) {
  return (
    <Card withBorder padding="sm" component={Link} to={`/releases/${release.id}`} className={classes.card}>
      <ReleaseName release_id={release.id} />
      <Status value={release.status} className={classes.status} />
    </Card>
  );
}
