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
import { releasesWords } from "./words.ts";

/** Releases whose day is still to come. */
export function NextReleases({ releases }: { releases: readonly ReleaseInBrief[] }) {
  return (
    <Section title={releasesWords.next}>
      {releases.length === 0 ? (
        <p className={classes.none}>
          <span className={classes.dot} />
          {releasesWords.noneNext}
        </p>
      ) : (
        <ul className={`${classes.rows} ${classes.narrow}`}>
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
    <Section title={releasesWords.recent} more={{ to: "/releases", label: releasesWords.all }}>
      {releases.length === 0 ? (
        <Empty
          title={releasesWords.none}
          example={`npx segue release create --title "First Light" --artist "Vera Lux" --date ${addMonths(thisMonth(), 3)}-01`}
        >
          {releasesWords.noneHint}
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
