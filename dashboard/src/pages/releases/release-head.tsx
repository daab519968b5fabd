// The head of a release: its cover, its title, and how it stands at all of its stores together.

import { Anchor, Group, Title } from "@mantine/core";
import type { Release, Submission } from "@segue/sdk";
import { IconChevronLeft } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { Picture } from "../../components/artwork.tsx";
import { StatusLine } from "../../components/status-line.tsx";
import { StoreStrip } from "../../components/store-strip.tsx";
import { WorkTitle } from "../../components/work-title.tsx";
import { useAsset } from "../../data/catalog.ts";
import { useMay } from "../../data/session.ts";
import { useStoreName } from "../../data/stores.ts";
import { Link } from "../../router.tsx";
import { showArtists, showWord } from "../../values/format.ts";
import { countStores, sentTo, useFollowedDeliveries } from "./at-stores.ts";
import { ReleaseActions } from "./release-actions.tsx";
import classes from "./release-head.module.css";
import { sayRelease } from "./release-state.tsx";
import { catalogueWords, releaseWords } from "./words.ts";

type ReleaseHeadProps = { release: Release; name: string; submission: Submission | null | undefined };

export function ReleaseHead({ release, name, submission }: ReleaseHeadProps) {
  const { data: asset } = useAsset(release.artwork_asset_id);
  const wash = { "--cover": asset?.image?.mean_color ?? "transparent" } as CSSProperties;
  return (
    <header className={classes.head} style={wash}>
      <div className={classes.cover}>
        <Picture
          link={asset?.image?.thumbnail_url}
          title={release.title}
          size={280}
          alt={releaseWords.artworkOf(name)}
        />
      </div>
      <div className={classes.texts}>
        <Anchor component={Link} to="/releases" size="sm" w="fit-content">
          <Group gap={2} wrap="nowrap">
            <IconChevronLeft size={14} aria-hidden />
            {catalogueWords.title}
          </Group>
        </Anchor>
        <Title order={1} style={{ overflowWrap: "anywhere" }}>
          <WorkTitle size="lg">{name}</WorkTitle>
        </Title>
        <p className={classes.artists}>{showArtists(release.artists)}</p>
      </div>
      <div className={classes.state}>
        <Standing release={release} submission={submission} />
        <Group gap="xs" className={classes.acts}>
          <ReleaseActions release={release} submission={submission} />
        </Group>
      </div>
    </header>
  );
}

/** By its stores, with the API's own word beside it. As high before the deliveries are known as after. */
export function Standing({ release: { id, status }, submission }: Omit<ReleaseHeadProps, "name">) {
  const nameOf = useStoreName();
  const isAllowed = useMay()("deliveries:read");
  const deliveries = useFollowedDeliveries(id);
  if (isAllowed && !deliveries.data && !deliveries.error) return <div className={classes.standing} />;
  const sent = sentTo(deliveries.data ?? []);
  const { tone, parts } = sayRelease(status, deliveries.data ? countStores(sent) : null);
  const isRefused = status === "rejected" && submission?.review_status === "rejected" && sent.length > 0;
  return (
    <div className={classes.standing}>
      <StatusLine
        tone={isRefused ? "wrong" : tone}
        parts={isRefused ? [releaseWords.changesRejected, ...parts] : parts}
        status={isRefused || parts.join() !== showWord(status) ? showWord(status).toLowerCase() : undefined}
      />
      {sent.length > 0 && (
        <StoreStrip
          size="sm"
          stores={sent.map(({ row: { store_id, status } }) => ({ id: store_id, name: nameOf(store_id), status }))}
        />
      )}
    </div>
  );
}
