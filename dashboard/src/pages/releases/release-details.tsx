// The fields of a release, each with what preflight says of it.

import { Anchor, Card, Group, Stack, Text, Title } from "@mantine/core";
import type { Release } from "@segue/sdk";
import { type ReactNode, useState } from "react";
import { readFileLink } from "../../data/catalog.ts";
import { useAct } from "../../data/data.ts";
import { showDate, showTerritories, showTerritory, showTime, showType } from "../../values/format.ts";
import { nameLanguage } from "./genres.ts";
import { FieldIssues, useHasIssues } from "./preflight-issues.tsx";

export function ReleaseDetails({ release }: { release: Release }) {
  const { artwork_asset_id } = release;
  return (
    <Card withBorder component="section" aria-label="Details">
      <Stack gap="md">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4">
            Details
          </Title>
          {artwork_asset_id && <ArtworkFile asset_id={artwork_asset_id} />}
        </Group>
        <FieldIssues field="artwork_asset_id" />
        <Stack component="dl" gap="sm" m={0}>
          {rowsOf(release).map(({ label, field, value }) => (
            <DetailRow key={label} label={label} {...(field && { field })}>
              {value}
            </DetailRow>
          ))}
        </Stack>
      </Stack>
    </Card>
  );
}

function ArtworkFile({ asset_id }: { asset_id: string }) {
  const open = useAct(() => readFileLink(asset_id), { onDone: (link) => void window.open(link, "_blank", "noopener") });
  return (
    <Anchor component="button" type="button" size="sm" ta="left" onClick={() => open.mutate(undefined)}>
      Open the artwork
    </Anchor>
  );
}

type Row = { label: string; field?: string; value: ReactNode };

/** Fields that are not set are left out, unless preflight has a word on them. */
function rowsOf(release: Release): Row[] {
  const { type, original_release_date, start_at } = release;
  return [
    { label: "Title", field: "title", value: release.title },
    { label: "Version", field: "version", value: release.version },
    { label: "Artists", field: "artists", value: <ArtistNames artists={release.artists} /> },
    { label: "Type", field: "type", value: type && showType(type) },
    { label: "Release date", field: "release_date", value: showDate(release.release_date) },
    {
      label: "Original release date",
      field: "original_release_date",
      value: original_release_date && showDate(original_release_date),
    },
    { label: "From", field: "start_at", value: start_at && showTime(start_at) },
    { label: "Label", field: "label", value: release.label },
    { label: "Genre", field: "genre", value: release.genre },
    { label: "Language", field: "language", value: release.language && nameLanguage(release.language) },
    { label: "℗ line", field: "p_line", value: release.p_line },
    { label: "© line", field: "c_line", value: release.c_line },
    { label: "Explicit", field: "explicit", value: release.explicit ? "Yes" : "No" },
    { label: "Territories", field: "territories", value: <AllTerritories codes={release.territories} /> },
    { label: "UPC", field: "upc", value: release.upc },
    { label: "EAN", field: "ean", value: release.ean },
    { label: "Catalogue number", field: "catalog_number", value: release.catalog_number },
    { label: "Id", value: <code>{release.id}</code> },
    { label: "Created", value: showTime(release.created_at) },
    { label: "Changed", value: showTime(release.updated_at) },
  ];
}

type DetailRowProps = { label: string; field?: string; children: ReactNode };

function DetailRow({ label, field, children }: DetailRowProps) {
  const hasIssues = useHasIssues(field ?? "");
  const isSet = children !== null && children !== undefined;
  if (!isSet && !hasIssues) return null;
  return (
    <Stack gap={2} component="div">
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="dd" size="sm" m={0} style={{ overflowWrap: "anywhere" }}>
        {isSet ? children : "Not set"}
      </Text>
      {field && (
        <dd style={{ margin: 0 }}>
          <FieldIssues field={field} />
        </dd>
      )}
    </Stack>
  );
}

function ArtistNames({ artists }: { artists: Release["artists"] }) {
  return artists.map(({ name, role }) => `${name} (${role})`).join(", ");
}

/** Up to 249: shown whole on demand. */
function AllTerritories({ codes }: { codes: readonly string[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const brief = showTerritories(codes);
  if (codes.length <= 3) return brief;
  return (
    <>
      {isWhole ? codes.map(showTerritory).join(", ") : brief}{" "}
      <Anchor component="button" type="button" size="sm" onClick={() => setIsWhole(!isWhole)}>
        {isWhole ? "Show less" : "Show all"}
      </Anchor>
    </>
  );
}
