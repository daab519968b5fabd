// What has changed in the API, as the operator publishes it.

import { PageHead } from "../../components/page-head.tsx";
import { Empty } from "../../components/states.tsx";
import { ChangelogEntries } from "./changelog-entries.tsx";
import { changelogWords, developersWords } from "./words.ts";

export default function Changelog() {
  return (
    <>
      <PageHead
        title={changelogWords.title}
        about={changelogWords.about}
        back={{ to: "/developers", label: developersWords.title }}
      />
      <ChangelogEntries empty={<Empty title={changelogWords.none} />} />
    </>
  );
}
