// Every component in both colours. No menu leads here; a test looks at it, and so may a person who changes one.

import { type ReactNode, useState } from "react";
import { NamedBars, TimeBars } from "../../charts/bars.tsx";
import { ChartTable } from "../../charts/chart.tsx";
import { Picture } from "../../components/artwork.tsx";
import { Id } from "../../components/id.tsx";
import { Money } from "../../components/money.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { PaletteField } from "../../components/palette.tsx";
import { SkeletonRows } from "../../components/skeleton-rows.tsx";
import { type ShownStatus, Status } from "../../components/status.tsx";
import { StatusLine } from "../../components/status-line.tsx";
import { StepTrack } from "../../components/step-track.tsx";
import { StoreStrip } from "../../components/store-strip.tsx";
import { Waveform } from "../../components/waveform.tsx";
import { When } from "../../components/when.tsx";
import { WorkTitle } from "../../components/work-title.tsx";
import classes from "./components.module.css";
import { examples } from "./examples.ts";
import { componentsWords, exampleWords } from "./words.ts";

export default function Components() {
  return (
    <>
      <PageHead title={componentsWords.title} about={componentsWords.about} />
      <div className={classes.both}>
        <Panel scheme="light" />
        <Panel scheme="dark" />
      </div>
    </>
  );
}

function Panel({ scheme }: { scheme: "light" | "dark" }) {
  return (
    <section className={classes.panel} data-scheme={scheme} aria-label={componentsWords.panels[scheme]}>
      <Part name={componentsWords.parts.type}>
        <WorkTitle size="lg">{exampleWords.work}</WorkTitle>
        <p className={classes.line}>
          <WorkTitle>{exampleWords.otherWork}</WorkTitle> {exampleWords.byline}
        </p>
      </Part>
      <Part name={componentsWords.parts.statusLine}>
        {examples.lines.map(({ tone, parts, status }) => (
          <StatusLine key={tone} tone={tone} parts={parts} status={status} />
        ))}
      </Part>
      <Part name={componentsWords.parts.status}>
        <p className={classes.words}>
          {examples.statuses.map((value: ShownStatus) => (
            <Status key={value} value={value} />
          ))}
        </p>
      </Part>
      <Part name={componentsWords.parts.storeStrip}>
        <StoreStrip stores={examples.stores} />
        <StoreStrip stores={examples.stores} size="sm" />
      </Part>
      <Part name={componentsWords.parts.values}>
        <p className={classes.words}>
          <Id value="rel_01h455vb4pex5vsknk084sn02q" />
          <When at={new Date(Date.now() - 190_000).toISOString()} />
          <Money amount="708.808" currency="EUR" />
          <Money amount="0.0021" currency="EUR" />
        </p>
      </Part>
      <Sound />
      <Part name={componentsWords.parts.stepTrack}>
        <StepTrack label={componentsWords.ways[scheme]} steps={examples.steps} />
      </Part>
      <Part name={componentsWords.parts.artwork}>
        <p className={classes.words}>
          <Picture link={null} title={exampleWords.work} size={32} />
          <Picture link={null} title={exampleWords.otherWork} size={64} />
        </p>
      </Part>
      <Part name={componentsWords.parts.skeleton}>
        <SkeletonRows count={3} hasPicture />
      </Part>
      <Part name={componentsWords.parts.palette}>
        <Search />
      </Part>
      <Charts />
    </section>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.part}>
      <h2 className={classes.name}>{name}</h2>
      {children}
    </div>
  );
}

function Sound() {
  const [at_ms, setAt] = useState(72_000);
  return (
    <Part name={componentsWords.parts.waveform}>
      <Waveform peaks={examples.peaks} title={exampleWords.work} duration_ms={214_000} at_ms={at_ms} onSeek={setAt} />
    </Part>
  );
}

function Search() {
  const [query, setQuery] = useState("moth");
  const nothing = () => undefined;
  return (
    <div className={classes.frame}>
      <PaletteField
        query={query}
        onQuery={setQuery}
        close={nothing}
        items={examples.found}
        hint={componentsWords.search}
        status=""
      />
    </div>
  );
}

function Charts() {
  return (
    <Part name={componentsWords.parts.charts}>
      <TimeBars
        bars={examples.months}
        label={componentsWords.byMonth}
        showTick={(value) => exampleWords.euros(value)}
        height={200}
      />
      <ChartTable
        caption={componentsWords.byMonth}
        rows={examples.months.map(({ name, shown }) => [name, shown] as const)}
      />
      <NamedBars bars={examples.places} label={componentsWords.byStore} />
      <ChartTable
        caption={componentsWords.byStore}
        rows={examples.places.map(({ name, shown }) => [name, shown] as const)}
      />
    </Part>
  );
}
