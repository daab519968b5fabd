// What only the partner can mend: one line each, with the reason, which leads to the page where that is done.

import type { Attention } from "@segue/sdk";
import { useState } from "react";
import { Picture } from "../../components/artwork.tsx";
import covering from "../../components/covering-link.module.css";
import { Section } from "../../components/section.tsx";
import { When } from "../../components/when.tsx";
import { segue } from "../../data/api.ts";
import { useAct } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { useStoreName } from "../../data/stores.ts";
import { Link } from "../../router.tsx";
import { kinds } from "./attention-kinds.ts";
import classes from "./overview.module.css";
import { attentionWords } from "./words.ts";

const SHOWN = 8;

/** A key without one of these sees only a part of what waits. */
const watched = ["deliveries:read", "catalog:read", "payouts:read", "webhooks:read"] as const;

export function NeedsAttention({ items }: { items: readonly Attention[] }) {
  const canSee = watched.every(useMay());
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, SHOWN);
  return (
    <Section title={attentionWords.title} about={items.length > 0 && attentionWords.count(items.length)}>
      {items.length === 0 ? (
        <p className={classes.none} data-tone="good">
          <span className={classes.dot} />
          {canSee ? attentionWords.none : attentionWords.noneSeen}
        </p>
      ) : (
        <ul className={classes.rows}>
          {shown.map((item) => (
            <AttentionRow key={`${item.kind} ${item.id}`} item={item} />
          ))}
        </ul>
      )}
      {items.length > shown.length && (
        <button type="button" className={classes.more} onClick={() => setWhole(true)}>
          {attentionWords.showMore(items.length - shown.length)}
        </button>
      )}
    </Section>
  );
}

function AttentionRow({ item }: { item: Attention }) {
  const nameOf = useStoreName();
  const { tone, title, sentence, to } = kinds[item.kind];
  const name = title?.(item) ?? item.title;
  const link = to(item);
  const texts = (
    <>
      <span className={item.release && item.kind !== "file_failed" ? classes.work : classes.name}>{name}</span>
      <span className={classes.reason}>{sentence(item, nameOf)}</span>
    </>
  );
  return (
    <li className={classes.row} data-tone={tone}>
      <span className={classes.picture}>
        {item.release && <Picture link={item.release.thumbnail_url} title={item.release.title} size={32} />}
      </span>
      <span className={classes.dot} />
      {link ? (
        <Link to={link} className={`${classes.texts} ${covering.covering}`}>
          {texts}
        </Link>
      ) : (
        <>
          <div className={classes.texts}>{texts}</div>
          <RemoveButton asset_id={item.id} name={name} />
        </>
      )}
      <span className={classes.end}>
        <When at={item.since} />
      </span>
    </li>
  );
}

/** For a file that nothing uses. */
function RemoveButton({ asset_id, name }: { asset_id: string; name: string }) {
  const remove = useAct(segue.assets.delete, { done: attentionWords.removed });
  return (
    <button
      type="button"
      className={classes.more}
      disabled={remove.isPending}
      onClick={() => remove.mutate(asset_id)}
      aria-label={attentionWords.removeFile(name)}
    >
      {attentionWords.remove}
    </button>
  );
}
