// Earnings by territory on a map, loaded once it is in sight: the bars below say the same.

import { lazy, Suspense, useCallback, useState } from "react";
import type { Dot } from "../../charts/dot-map.tsx";
import { showMoney } from "../../values/format.ts";
import type { Figure } from "./earnings-figures.tsx";
import classes from "./territory-map.module.css";
import { earningsWords } from "./words.ts";

const DotMap = lazy(() => import("../../charts/dot-map.tsx").then(({ DotMap }) => ({ default: DotMap })));

export function TerritoryMap({ figures, currency }: { figures: readonly Figure[]; currency: string }) {
  const [isSeen, setSeen] = useState(false);
  const place = useCallback((element: HTMLDivElement) => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const dots = figures.map(
    ({ key, name, earnings }): Dot => ({ key, name, value: Number(earnings), shown: showMoney(earnings, currency) }),
  );
  return (
    <div ref={place} className={classes.map}>
      {isSeen && (
        <Suspense>
          <DotMap dots={dots} label={earningsWords.map} />
        </Suspense>
      )}
    </div>
  );
}
