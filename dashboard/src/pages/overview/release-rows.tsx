import type { ReleaseInBrief } from "@segue/sdk";
import { Picture } from "../../components/artwork.tsx";
import covering from "../../components/covering-link.module.css";
import { Section } from "../../components/section.tsx";
import { Empty } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { Link } from "../../router.tsx";
import { showArtists, showDate } from "../../values/format.ts";
import { addMonths, thisMonth } from "../../values/months.ts";
import classes from "./overview.module.css";

/** Releases whose day is still to come. */
export function NextReleases({ releases }: { releases: readonly ReleaseInBrief[] }) {
  return (
    <Section title="Next release dates">
      {releases.length === 0 ? (
        <p className={classes.none}>
          <span className={classes.dot} />
          No submitted release has its day ahead.
        </p>
      ) : (
        <ul className={classes.rows}>
          {releases.map((release) => (
            <li key={release.id} className={classes.row}>
              <Picture link={release.thumbnail_url} title={release.title} size={32} />
              <ReleaseLink release={release} />
              <span className={classes.date}>{showDate(release.release_date)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

export function LatestReleases({ releases }: { releases: readonly ReleaseInBrief[] }) {
  return (
    <Section title="Recent releases" more={{ to: "/releases", label: "All releases" }}>
      {releases.length === 0 ? (
        <Empty
          title="No releases yet"
          example={`npx segue release create --title "First Light" --artist "Vera Lux" --date ${addMonths(thisMonth(), 3)}-01`}
        >
          A release holds your tracks, their audio and its artwork. Create one here, by the API or by the command line.
        </Empty>
      ) : (
        <ul className={classes.rows}>
          {releases.map((release) => (
            <li key={release.id} className={classes.row}>
              <Picture link={release.thumbnail_url} title={release.title} size={32} />
              <ReleaseLink release={release} />
              <Status value={release.status} size="sm" />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function ReleaseLink({ release: { id, title, artists } }: { release: ReleaseInBrief }) {
  return (
    <Link to={`/releases/${id}`} className={`${classes.texts} ${covering.covering}`}>
      <span className={classes.work}>{title}</span>
      <span className={classes.reason}>{showArtists(artists)}</span>
    </Link>
  );
}
