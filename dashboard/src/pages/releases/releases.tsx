// The catalogue: every release, found by title, artist, UPC, ISRC or id.

import { Button, Group, Select } from "@mantine/core";
import { type ListedRelease, releaseStatuses } from "@segue/sdk";
import { IconPlus } from "@tabler/icons-react";
import { Picture } from "../../components/artwork.tsx";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { RowName } from "../../components/row-name.tsx";
import { Empty } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useList } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { SearchInput } from "../../forms/search-input.tsx";
import { Link, useFilter } from "../../router.tsx";
import { showArtists, showDate, showWord } from "../../values/format.ts";
import { ReleaseState } from "./release-state.tsx";

const columns: readonly Column<ListedRelease>[] = [
  {
    title: "Release",
    cell: ({ title, artists, artwork }) => (
      <RowName
        picture={<Picture link={artwork?.thumbnail_url} title={title} size={32} />}
        title={title}
        below={showArtists(artists)}
      />
    ),
  },
  { title: "Status", cell: (release) => <ReleaseState release={release} />, width: "clamp(132px, 26vw, 320px)" },
  { title: "Release date", cell: ({ release_date }) => showDate(release_date), width: 140, isExtra: true },
  { title: "UPC", cell: ({ upc }) => upc, width: 150, isExtra: true },
];

export default function Releases() {
  const may = useMay();
  const [q] = useFilter("q");
  const [status, setStatus] = useFilter("status");
  const wanted = releaseStatuses.find((known) => known === status);
  const list = useList(["releases.list", q, status], (page) =>
    segue.releases.list({ ...page, q: q || undefined, status: wanted }),
  );
  return (
    <>
      <PageHead title="Releases">
        {may("catalog:write") && (
          <Button component={Link} to="/releases/new" leftSection={<IconPlus size={16} aria-hidden />}>
            New release
          </Button>
        )}
      </PageHead>
      <Group mb="md" gap="sm">
        <SearchInput placeholder="Title, artist, UPC, ISRC or id" />
        <Select
          aria-label="Status"
          placeholder="Every status"
          data={releaseStatuses.map((value) => ({ value, label: showWord(value) }))}
          value={status || null}
          onChange={(value) => setStatus(value ?? "")}
          clearable
          w={{ base: "100%", xs: 160 }}
        />
      </Group>
      <ListTable
        label="Releases"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/releases/${id}`}
        empty={
          q || status ? (
            <Empty title="No release matches">Try another word, or clear the filters.</Empty>
          ) : (
            <Empty
              title="No releases yet"
              example={`npx segue release create --title "First light" --artist "The Example" --label Example --date 2027-01-29`}
              action={
                may("catalog:write") && (
                  <Button component={Link} to="/releases/new">
                    Create your first release
                  </Button>
                )
              }
            >
              A release holds your tracks, their audio and its artwork. Create one here or by the API.
            </Empty>
          )
        }
      />
    </>
  );
}
