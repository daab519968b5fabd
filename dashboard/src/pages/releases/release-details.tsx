// Every field of a release, each with what preflight says of it.

import { Anchor, Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Release } from "@segue/sdk";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Id } from "../../components/id.tsx";
import { Section } from "../../components/section.tsx";
import { readFileLink } from "../../data/catalog.ts";
import { useAct } from "../../data/data.ts";
import { useSession } from "../../data/session.ts";
import { showDate, showTerritories, showTerritory, showTime, showWord } from "../../values/format.ts";
import { nameLanguage } from "./genres.ts";
import { Checked, FieldIssues, useHasIssues } from "./preflight-issues.tsx";
import classes from "./release-details.module.css";
import { actionWords, detailsWords, fieldWords } from "./words.ts";

const ErnPreview = lazy(() => import("./release-ern.tsx"));

export default function ReleaseDetails({ release }: { release: Release }) {
  return (
    <Checked release={release} tracks={[]}>
      <div className={classes.parts}>
        <Section title={detailsWords.metadata}>
          <Rows of={metadataOf(release)} />
        </Section>
        <Section title={detailsWords.rights}>
          <Rows of={rightsOf(release)} />
        </Section>
        <Section title={detailsWords.codes}>
          <Rows of={codesOf(release)} />
        </Section>
        <Section title={detailsWords.files}>
          <Files release={release} />
        </Section>
      </div>
    </Checked>
  );
}

type Row = { label: string; field?: string; value: ReactNode };

/** Fields that are not set are left out, unless preflight has a word on them. */
function metadataOf(release: Release): Row[] {
  return [
    { label: fieldWords.title, field: "title", value: release.title },
    { label: fieldWords.version, field: "version", value: release.version },
    { label: fieldWords.artists, field: "artists", value: <ArtistNames artists={release.artists} /> },
    { label: fieldWords.type, field: "type", value: release.type && showWord(release.type) },
    { label: fieldWords.genre, field: "genre", value: release.genre },
    { label: fieldWords.subgenre, field: "subgenre", value: release.subgenre },
    { label: fieldWords.language, field: "language", value: release.language && nameLanguage(release.language) },
    { label: fieldWords.explicit, field: "explicit", value: release.explicit ? detailsWords.yes : detailsWords.no },
    {
      label: fieldWords.artwork_ai,
      field: "artwork_ai",
      value: release.artwork_ai === "none" ? null : showWord(release.artwork_ai),
    },
    { label: fieldWords.translations, field: "translations", value: release.translations && sayTranslations(release) },
  ];
}

function sayTranslations({ translations }: Release): string {
  return translations?.map(({ language, title }) => `${title} (${language})`).join(", ") ?? "";
}

function rightsOf(release: Release): Row[] {
  const { original_release_date, start_at } = release;
  return [
    { label: fieldWords.release_date, field: "release_date", value: showDate(release.release_date) },
    {
      label: fieldWords.original_release_date,
      field: "original_release_date",
      value: original_release_date && showDate(original_release_date),
    },
    { label: fieldWords.start_at, field: "start_at", value: start_at && showTime(start_at) },
    { label: fieldWords.label, field: "label", value: release.label },
    { label: fieldWords.p_line, field: "p_line", value: release.p_line },
    { label: fieldWords.c_line, field: "c_line", value: release.c_line },
    { label: fieldWords.territories, field: "territories", value: <AllTerritories codes={release.territories} /> },
  ];
}

function codesOf(release: Release): Row[] {
  return [
    { label: fieldWords.upc, field: "upc", value: release.upc && <Id value={release.upc} isWhole /> },
    { label: fieldWords.ean, field: "ean", value: release.ean && <Id value={release.ean} isWhole /> },
    { label: fieldWords.catalog_number, field: "catalog_number", value: release.catalog_number },
    { label: fieldWords.id, value: <Id value={release.id} /> },
    { label: fieldWords.created_at, value: showTime(release.created_at) },
    { label: fieldWords.updated_at, value: showTime(release.updated_at) },
  ];
}

function Rows({ of }: { of: readonly Row[] }) {
  return (
    <dl className={classes.rows}>
      {of.map(({ label, field, value }) => (
        <DetailRow key={label} label={label} {...(field && { field })}>
          {value}
        </DetailRow>
      ))}
    </dl>
  );
}

type DetailRowProps = { label: string; field?: string; children: ReactNode };

function DetailRow({ label, field, children }: DetailRowProps) {
  const hasIssues = useHasIssues(field ?? "");
  const isSet = children !== null && children !== undefined;
  if (!isSet && !hasIssues) return null;
  return (
    <div className={classes.row}>
      <dt>{label}</dt>
      <dd>{isSet ? children : fieldWords.unset}</dd>
      {field && hasIssues && (
        <dd className={classes.issues}>
          <FieldIssues field={field} />
        </dd>
      )}
    </div>
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
        {isWhole ? detailsWords.showLess : detailsWords.showAll}
      </Anchor>
    </>
  );
}

function Files({ release }: { release: Release }) {
  const { artwork_asset_id } = release;
  const tier = useSession()?.session?.tier;
  const [isPreview, preview] = useDisclosure();
  const isEnterprise = tier === "enterprise";
  return (
    <>
      <FieldIssues field="artwork_asset_id" />
      <Group gap="xs" mt="xs">
        {artwork_asset_id ? <ArtworkFile asset_id={artwork_asset_id} /> : detailsWords.noArtwork}
        {isEnterprise && (
          <Button variant="default" size="xs" onClick={preview.open}>
            {actionWords.previewErn}
          </Button>
        )}
      </Group>
      {isPreview && (
        <Suspense>
          <ErnPreview release={release} onClose={preview.close} />
        </Suspense>
      )}
    </>
  );
}

function ArtworkFile({ asset_id }: { asset_id: string }) {
  const open = useAct(() => readFileLink(asset_id), { onDone: (link) => void window.open(link, "_blank", "noopener") });
  return (
    <Button variant="default" size="xs" loading={open.isPending} onClick={() => open.mutate(undefined)}>
      {detailsWords.openArtwork}
    </Button>
  );
}
