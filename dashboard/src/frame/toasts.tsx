import { IconX } from "@tabler/icons-react";
import { closeToast, useToasts } from "../data/toasts.ts";
import classes from "./toasts.module.css";
import { shellWords } from "./words.ts";

/** At the foot of the page: what was done, and what did not work. */
export function Toasts() {
  const toasts = useToasts();
  return (
    <div className={classes.toasts} data-screen-only>
      {toasts.map(({ id, tone, title, message }) => (
        <div key={id} className={classes.toast} data-tone={tone} role={tone === "good" ? "status" : "alert"}>
          <div className={classes.text}>
            {title && <strong>{title}</strong>}
            <span>{message}</span>
          </div>
          <button type="button" className={classes.close} aria-label={shellWords.close} onClick={() => closeToast(id)}>
            <IconX size={16} aria-hidden />
          </button>
        </div>
      ))}
    </div>
  );
}
