// A form that saves itself: when the typing pauses, when a field is left, and when the form goes away. Only the fields that
// differ from what the service has are sent. A field that is refused keeps its text and its reason, and the others are
// saved without it. What changes at the service meanwhile, such as by a suggestion, shows in fields that were not touched.

import type { UseFormReturnType } from "@mantine/form";
import { useEffect, useRef, useState } from "react";
import { fieldErrors } from "../../../data/data.ts";

const PAUSE_MS = 700;

type Fields = Record<string, unknown>;

type AutosaveOptions<Values extends Fields> = {
  form: UseFormReturnType<Values>;
  /** As the service has it, and when that changed. */
  saved: Values;
  saved_at: string;
  /** Answers with the time of the change. */
  save: (changes: Partial<Values>) => Promise<{ updated_at: string }>;
};

type Kept<Values extends Fields> = { values: Values; at: string; refused: Partial<Values>; isBusy: boolean };

export type Autosave = { state: "saved" | "saving" | "refused"; error: Error | null; flush: () => void };

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export function useAutosave<Values extends Fields>(options: AutosaveOptions<Values>): Autosave {
  const { form, saved, saved_at } = options;
  const [state, setState] = useState<Autosave["state"]>("saved");
  const [error, setError] = useState<Error | null>(null);
  const now = useRef(options);
  now.current = options;
  const kept = useRef<Kept<Values>>({ values: { ...saved }, at: saved_at, refused: {}, isBusy: false });

  const unsaved = (): (keyof Values)[] => {
    const { values, refused } = kept.current;
    const typed = now.current.form.getValues();
    return Object.keys(values).filter(
      (field) => !isSame(typed[field], values[field]) && !(field in refused && isSame(typed[field], refused[field])),
    );
  };

  const flush = async (): Promise<void> => {
    // The running one looks again before it ends.
    if (kept.current.isBusy) return;
    kept.current.isBusy = true;
    for (let fields = unsaved(); fields.length > 0; fields = unsaved()) {
      setState("saving");
      const typed = now.current.form.getValues();
      const changes = Object.fromEntries(fields.map((field) => [field, typed[field]])) as Partial<Values>;
      try {
        kept.current.at = (await now.current.save(changes)).updated_at;
        Object.assign(kept.current.values, changes);
        for (const field of fields) delete kept.current.refused[field];
      } catch (refusal) {
        const errors = fieldErrors(refusal);
        const wrong = fields.filter((field) => Object.keys(errors).some((path) => path.split(".")[0] === field));
        for (const field of wrong.length > 0 ? wrong : fields) kept.current.refused[field] = changes[field];
        now.current.form.setErrors(errors);
        setError(refusal as Error);
      }
    }
    kept.current.isBusy = false;
    const isRefused = Object.keys(kept.current.refused).length > 0;
    setState(isRefused ? "refused" : "saved");
    if (!isRefused) setError(null);
  };
  const flushNow = useRef(flush);
  flushNow.current = flush;

  const { values } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the values starts the pause anew.
  useEffect(() => {
    const timer = setTimeout(() => void flushNow.current(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [values]);
  useEffect(() => () => void flushNow.current(), []);

  useEffect(() => {
    if (saved_at <= kept.current.at || kept.current.isBusy) return;
    const typed = now.current.form.getValues();
    const news = Object.keys(saved).filter((field) => !isSame(saved[field], kept.current.values[field]));
    const adopted = news.filter((field) => isSame(typed[field], kept.current.values[field]));
    kept.current.values = { ...saved };
    kept.current.at = saved_at;
    if (adopted.length > 0)
      now.current.form.setValues(Object.fromEntries(adopted.map((field) => [field, saved[field]])) as Partial<Values>);
  }, [saved, saved_at]);

  return { state, error, flush: () => void flush() };
}
