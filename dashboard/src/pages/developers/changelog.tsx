// What has changed in the API, as the operator publishes it.

import { PageHead } from "../../components/page-head.tsx";
import { Empty } from "../../components/states.tsx";
import { ChangelogEntries } from "./changelog-entries.tsx";

export default function Changelog() {
  return (
    <>
      <PageHead
        title="Changelog"
        about="What has changed in the API. Enterprise organizations get each entry as an event too."
        back={{ to: "/developers", label: "Developers" }}
      />
      <ChangelogEntries empty={<Empty title="Nothing has changed yet" />} />
    </>
  );
}
