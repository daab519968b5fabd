// One release: its head, and below it a tab for each question about it. A tab asks the service only when it is opened.

import type { Release } from "@segue/sdk";
import { lazy, type ReactNode, Suspense } from "react";
import { PageTabs } from "../../components/page-tabs.tsx";
import { SkeletonRows } from "../../components/skeleton-rows.tsx";
import { Ready } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { type PageProps, useTabTitle } from "../../router.tsx";
import { useLatestSubmission } from "./latest-submission.ts";
import { ReleaseHead } from "./release-head.tsx";
import { ReleaseOverview } from "./release-overview.tsx";
import { ReleaseStores } from "./release-stores.tsx";
import { ReleaseTracks } from "./release-tracks.tsx";
import { releaseWords } from "./words.ts";

const ReleaseDetails = lazy(() => import("./release-details.tsx"));
const ReleaseEarnings = lazy(() => import("./release-earnings.tsx"));
const ReleaseHistory = lazy(() => import("./release-history.tsx"));

export default function ReleasePage({ params: { release_id = "" } }: PageProps) {
  const release = useRead(["releases.get", release_id], () => segue.releases.get(release_id));
  return (
    <Ready of={release} isPage>
      {(release) => <OneRelease release={release} />}
    </Ready>
  );
}

function OneRelease({ release }: { release: Release }) {
  const { id, title, version } = release;
  const name = version ? `${title} (${version})` : title;
  const latest = useLatestSubmission(id);
  const may = useMay();
  useTabTitle(name);
  const later = (tab: ReactNode) => <Suspense fallback={<SkeletonRows />}>{tab}</Suspense>;
  return (
    <>
      <ReleaseHead release={release} name={name} submission={latest} />
      <PageTabs
        titles={releaseWords.tabs}
        tabs={{
          overview: <ReleaseOverview release={release} submission={latest} />,
          tracks: <ReleaseTracks release={release} />,
          ...(may("deliveries:read") && { stores: <ReleaseStores release={release} submission={latest} /> }),
          ...(may("royalties:read") && { earnings: later(<ReleaseEarnings release={release} />) }),
          history: later(<ReleaseHistory release={release} />),
          details: later(<ReleaseDetails release={release} />),
        }}
      />
    </>
  );
}
