import { useEffect, useState } from "react";
import classes from "./id.module.css";
import { copyWords } from "./words.ts";

const SHOWN_MS = 1_500;
const WHOLE = 16;
const ENDING = 6;

/** "rel_01jz…4k9q2m": the kind and the ending tell ids apart; the middle is the time. */
export function cutId(value: string): string {
  if (value.length <= WHOLE) return value;
  const start = value.indexOf("_") + 1;
  return `${value.slice(0, start + 4)}…${value.slice(-ENDING)}`;
}

/** An id or a code: cut in the middle, copied whole by a click. */
export function Id({ value, isWhole = false }: { value: string; isWhole?: boolean }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => void navigator.clipboard?.writeText(value).then(() => setCopied(true));
  return (
    <button type="button" className={classes.id} title={value} onClick={copy}>
      <span className={classes.verb}>{copyWords.copy} </span>
      <code>{isWhole ? value : cutId(value)}</code>
      <span className={classes.copied} aria-live="polite">
        {isCopied ? copyWords.done : ""}
      </span>
    </button>
  );
}
